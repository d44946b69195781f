import { SIZES, type LookName, type SizeName } from './step.ts';
import type { Missed } from './walk.ts';

export interface Shot {
  name: string;
  size: SizeName;
  look: LookName;
  file: string;
}

/** One row a state, its pictures side by side and at one scale. */
export function contactSheet(shots: readonly Shot[], missed: readonly Missed[]): string {
  const names = [...new Set(shots.map(({ name }) => name))];
  const rows = names.map((name) => {
    const pictures = shots.filter((shot) => shot.name === name).map(pictureOf);
    return `<section><h2 id="${name}">${name}</h2><div>${pictures.join('')}</div></section>`;
  });
  const lost = missed.map(
    ({ name, why }) => `<p class="missed">${name} was not reached: <a href="${name}-missed.png">${escaped(why)}</a></p>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lightship, every state</title><style>${STYLE}</style>
<body><nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav>${lost.join('')}${rows.join('\n')}</body></html>\n`;
}

function pictureOf({ file, size, look }: Shot): string {
  const { width, height } = SIZES[size];
  const scale = 0.4;
  return `<a href="${file}"><img src="${file}" width="${width * scale}" height="${height * scale}" loading="lazy" alt="${size}, ${look}"></a>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const STYLE = `body{margin:24px;font:13px/20px system-ui;background:#8a8f94;color:#000}h2{font-size:15px;margin:24px 0 8px}nav{display:flex;
flex-wrap:wrap;gap:4px 12px}div{display:flex;gap:12px;align-items:flex-start;overflow-x:auto}img{display:block;background:#000}.missed{color:#800;
font-weight:600}`;
