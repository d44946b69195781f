import type { TransferPoint, TransferUnit } from '#contract/transfer-functions.ts';

interface FirstTransferFunction {
  uuid: string;
  name: string;
  unit: TransferUnit;
  points: readonly TransferPoint[];
}

/** Curves that come with the product. Those for CT are in HU; the others suit any series. */
export const FIRST_TRANSFER_FUNCTIONS: readonly FirstTransferFunction[] = [
  {
    uuid: '1e0c2f5a-6b0e-4f0b-9a34-7d1c55b3a001',
    name: 'CT bone',
    unit: 'value',
    points: [
      point(-150, '#000000', 0),
      point(150, '#7A3B24', 0.5),
      point(450, '#D9A066', 0.9),
      point(900, '#F5E6C8', 1),
      point(1800, '#FFFFFF', 1),
    ],
  },
  {
    uuid: '1e0c2f5a-6b0e-4f0b-9a34-7d1c55b3a002',
    name: 'CT brain',
    unit: 'value',
    points: [
      point(0, '#0B1E4A', 0.4),
      point(20, '#3C6DB0', 0.8),
      point(35, '#9A9A9A', 1),
      point(45, '#E6DFD0', 1),
      point(60, '#F5B041', 1),
      point(90, '#FFFFFF', 1),
    ],
  },
  {
    uuid: '1e0c2f5a-6b0e-4f0b-9a34-7d1c55b3a003',
    name: 'CT lung',
    unit: 'value',
    points: [
      point(-1000, '#000000', 0),
      point(-900, '#1B3A5C', 0.7),
      point(-700, '#5B8DB8', 1),
      point(-400, '#C9B7A5', 1),
      point(50, '#E8C9A9', 1),
      point(400, '#FFFFFF', 1),
    ],
  },
  {
    uuid: '1e0c2f5a-6b0e-4f0b-9a34-7d1c55b3a004',
    name: 'CT soft tissue',
    unit: 'value',
    points: [
      point(-160, '#000000', 0),
      point(-80, '#6E5A24', 0.8),
      point(0, '#4A5D7A', 1),
      point(50, '#B5564A', 1),
      point(120, '#F0B8A0', 1),
      point(240, '#FFFFFF', 1),
    ],
  },
  {
    // The well-known palette HOT_IRON (DICOM PS3.6 B.1.1): red rises over the first half, green over the second, blue over the last quarter.
    uuid: '1e0c2f5a-6b0e-4f0b-9a34-7d1c55b3a005',
    name: 'Hot iron',
    unit: 'percent',
    points: [point(0, '#000000', 1), point(50, '#FF0000', 1), point(75, '#FF8000', 1), point(100, '#FFFFFF', 1)],
  },
  {
    uuid: '1e0c2f5a-6b0e-4f0b-9a34-7d1c55b3a006',
    name: 'Inverse grey',
    unit: 'percent',
    points: [point(0, '#FFFFFF', 1), point(100, '#000000', 1)],
  },
  {
    uuid: '1e0c2f5a-6b0e-4f0b-9a34-7d1c55b3a007',
    name: 'Rainbow',
    unit: 'percent',
    points: [
      point(0, '#000000', 1),
      point(10, '#2A1E9E', 1),
      point(30, '#0077FF', 1),
      point(50, '#00C88C', 1),
      point(70, '#F2E600', 1),
      point(90, '#FF3B1F', 1),
      point(100, '#FFFFFF', 1),
    ],
  },
];

function point(value: number, color: string, opacity: number): TransferPoint {
  return { value, color, opacity };
}
