import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeriesState, StudyState } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { StudyOrder, type StudyFilters } from '#contract/study-filters.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { createTestBench, refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { Random } from '#tests/sim/random.ts';
import { listStudies } from './list-studies.ts';
import { noteStudyChange } from './studies-changes.ts';
import { writeSearchText } from './studies-search.ts';
import { studyState } from './studies-state.ts';
import { filteredStudies, inOrder } from './study-filters.ts';

/** A study as the test knows it. */
interface Known {
  id: number;
  uuid: string;
  team: number;
  upload: number;
  user: number;
  folder: number | null;
  patient: string;
  name: string;
  date: string;
  modality: string;
  bodyPart: string;
  created: number;
  labels: number[];
  projects: number[];
  datasets: number[];
  /** Whose segmentation it has; null: none. */
  segmentedBy: number | null;
  /** It has an error that nobody has accepted. */
  isIncomplete: boolean;
  series: { state: SeriesState; upload: number }[];
}

/** What a team has that studies can be filtered by. */
interface Choices {
  member: Member;
  uploads: { id: number; user: number }[];
  folders: number[];
  labels: number[];
  projects: number[];
  datasets: number[];
  patients: { id: number; uuid: string }[];
}

const STATES: readonly SeriesState[] = ['receiving', 'proved', 'converting', 'converted', 'error'];
const NAMES = ['Abel', 'abel', 'Berg', 'Cohen', 'CORDES', 'Zeller'];
/** The last ones are no dates of DICOM. */
const DATES = ['20231231', '20240101', '20240102', '20240630', '20250101', '', 'unknown'];
const STUDIES = 50;
const COMBINATIONS = 200;

describe.each(TEST_ENGINES)('filters and orders of studies on %s', (engine) => {
  let bench: TestBench;
  let north: Choices;
  let south: Choices;
  const known: Known[] = [];
  const random = new Random(55);
  const pick = <T>(values: readonly T[]): T => random.pick(values);
  const some = <T>(values: readonly T[]): T[] => values.filter(() => random.chance(0.3));

  beforeAll(async () => {
    bench = await createTestBench(engine);
    north = await choicesOf([bench.eva, bench.tom]);
    south = await choicesOf([bench.ute]);
    for (let nth = 0; nth < STUDIES; nth += 1) known.push(await addStudy(north, nth));
    for (let nth = 0; nth < 5; nth += 1) known.push(await addStudy(south, nth));
  });
  afterAll(() => bench.close());

  function choicesOf(members: readonly Member[]): Promise<Choices> {
    const [member] = members as [Member];
    const { teamId: team_id } = member;
    const times = { created_at: 1, updated_at: 1 };
    const twice = [1, 2];
    return bench.context.db.write(async (tx) => {
      const uploads = members.flatMap(({ userId: user_id }) =>
        twice.map(() => ({ session: randomUUID(), team_id, user_id, started: 0, state: 'open' as const, ...times })),
      );
      const madeUploads = await tx.insertInto('upload').values(uploads).returning(['id', 'user_id as user']).execute();
      const named = twice.map((nth) => ({ team_id, name: `No. ${nth}`, ...times }));
      const withKey = named.map((row) => ({ ...row, name_key: row.name.toLowerCase() }));
      const folders = withKey.map((row) => ({ ...row, created_by: null }));
      const labels = withKey.map((row) => ({ ...row, color: '#3E7CB1' }));
      const projects = named.map((row) => ({ ...row, state_code: 'created' as const }));
      const { id: structure_id } = await tx.selectFrom('structure').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
      const datasets = named.map((row) => ({ ...row, uuid: randomUUID(), structure_id, created_by: null }));
      const texts = { patient_id: '', issuer: '', birth_date: '', sex: '', merged_into: null };
      const patients = [1, 2, 3].map(() => ({ uuid: randomUUID(), team_id, ...texts, ...times }));
      const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
      return {
        member,
        uploads: madeUploads,
        folders: idsOf(await tx.insertInto('folder').values(folders).returning('id').execute()),
        labels: idsOf(await tx.insertInto('label').values(labels).returning('id').execute()),
        projects: idsOf(await tx.insertInto('project').values(projects).returning('id').execute()),
        datasets: idsOf(await tx.insertInto('dataset').values(datasets).returning('id').execute()),
        patients: await tx.insertInto('patient').values(patients).returning(['id', 'uuid']).execute(),
      };
    });
  }

  /** Every fifth has no series; of the others, half have series that have all ended. */
  async function addStudy(of: Choices, nth: number): Promise<Known> {
    const { id: upload, user } = pick(of.uploads);
    const patient = pick(of.patients);
    const states = nth % 2 === 0 ? STATES : (['converted', 'error'] as const);
    const one = pick(states);
    const study = {
      ...{
        uuid: randomUUID(),
        team: of.member.teamId,
        upload,
        user,
        folder: random.chance(0.3) ? null : pick(of.folders),
        patient: patient.uuid,
      },
      ...{ name: pick(NAMES), date: pick(DATES), modality: pick(['MR', 'CT', 'US']), bodyPart: pick(['prostate', 'kidney']) },
      ...{ created: random.int(1_000, 1_007), labels: some(of.labels), projects: some(of.projects) },
      ...{ datasets: some(of.datasets), isIncomplete: random.chance(0.3), segmentedBy: random.chance(0.4) ? pick(of.uploads).user : null },
      series: Array.from({ length: nth % 5 === 0 ? 0 : random.int(1, 3) }, () => ({
        state: random.chance(0.5) ? one : pick(states),
        upload: random.chance(0.3) ? pick(of.uploads).id : upload,
      })),
    };
    const times = { created_at: study.created, updated_at: study.created };
    return bench.context.db.write(async (tx) => {
      const { id } = await tx
        .insertInto('study')
        .values({
          ...{
            uuid: study.uuid,
            team_id: study.team,
            upload_id: upload,
            uploaded_by: user,
            folder_id: study.folder,
            patient_id: patient.id,
          },
          ...{ client_id: study.uuid, study_instance_uid: '', patient_name: study.name, original_patient_name: study.name },
          ...{ patient_sex: '', study_date: study.date, study_time: '', modality: study.modality, body_part: study.bodyPart },
          ...{ anonymize: 0, dirty: 0, ...times },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const [idx, { state, upload: upload_id }] of study.series.entries())
        await tx
          .insertInto('series')
          .values({
            ...{ uuid: randomUUID(), study_id: id, upload_id, client_id: `${study.uuid} ${idx}`, idx, series_instance_uid: '' },
            ...{ series_number: '', series_description: '', modality: 'MR', cnt: 1, number_of_frames: 1, rows: 1, columns: 1 },
            ...{ slice_thickness: null, type: 'dcm', ref_serie: 0, file_count: 1, total_bytes: 1, proved_files: 0, state, message: null },
            ...times,
          })
          .execute();
      await noteStudyChange(tx, { teamId: study.team, studyUuid: study.uuid, now: study.created });
      for (const label_id of study.labels) await tx.insertInto('study_label').values({ study_id: id, label_id, created_at: 1 }).execute();
      for (const project_id of study.projects)
        await tx.insertInto('study_project').values({ study_id: id, project_id, created_at: 1 }).execute();
      for (const dataset_id of study.datasets)
        await tx.insertInto('dataset_study').values({ study_id: id, dataset_id, part: 0, created_at: 1 }).execute();
      const structure = await tx.selectFrom('structure').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
      if (study.segmentedBy !== null)
        await tx
          .insertInto('segmentation')
          .values({
            ...{ uuid: randomUUID(), team_id: study.team, study_id: id, parent_id: null, structure_id: structure.id },
            ...{ user_id: study.segmentedBy, origin: 'drawn', rbac: 0, series_id: null, grid_hash: null, ...times },
          })
          .execute();
      if (study.isIncomplete)
        await tx
          .insertInto('finding')
          .values({
            ...{ uuid: randomUUID(), study_id: id, series_id: null, other_study_id: null, place: 'gap', code: 'missing-slices' },
            ...{ severity: 'error', said: '{}', version: 1, mark: 'seen', reason: '', marked_by: null, marked_at: 1, created_at: 1 },
          })
          .execute();
      await writeSearchText(tx, id);
      return { id, ...study };
    });
  }

  const found = async ({ order, ...filters }: StudyFilters, caller: Member = bench.eva): Promise<string[]> => {
    const studies = await inOrder(await filteredStudies(bench.context.db.read, caller, filters), order)
      .select('study.uuid')
      .execute();
    return studies.map(({ uuid }) => uuid);
  };
  const expected = (filters: StudyFilters, team = bench.eva.teamId): string[] =>
    inKnownOrder(
      known.filter((study) => study.team === team && matches(study, filters)),
      filters.order,
    ).map(({ uuid }) => uuid);

  /** Each filter, with a value that some studies have. */
  const filterOf: Record<Exclude<keyof StudyFilters, 'order'>, (of: Choices) => StudyFilters> = {
    bupload_id: ({ uploads }) => ({ bupload_id: pick(uploads).id }),
    search: () => ({ search: pick(NAMES).slice(0, 2) }),
    filter_id: ({ labels }) => ({ filter_id: pick(labels) }),
    project: ({ projects }) => ({ project: pick(projects) }),
    folder: ({ folders }) => ({ folder: pick(folders) }),
    dataset: ({ datasets }) => ({ dataset: pick(datasets) }),
    segmented: () => ({ segmented: '1' }),
    finding: () => ({ finding: pick(['any', 'missing-slices'] as const) }),
    modality: () => ({ modality: pick(['MR', 'CT', 'US']) }),
    body_part: () => ({ body_part: pick(['prostate', 'kidney']) }),
    patient: ({ patients }) => ({ patient: pick(patients).uuid }),
    state: () => ({ state: pick(STATES) }),
    user: ({ uploads }) => ({ user: pick(uploads).user }),
    date_from: () => ({ date_from: pick(['20240101', '20240102', '20250101']) }),
    date_to: () => ({ date_to: pick(['20231231', '20240102', '20240630']) }),
  };
  const filterNames = Object.keys(filterOf) as (keyof typeof filterOf)[];

  test.each(filterNames)('%s alone finds what a plain filter of the same rows finds [LIST-006]', async (name) => {
    for (let nth = 0; nth < 5; nth += 1) {
      const filters = filterOf[name](north);
      const wanted = expected(filters);
      expect([filters, await found(filters)]).toEqual([filters, wanted]);
      expect([filters, wanted.length > 0, wanted.length < STUDIES]).toEqual([filters, true, true]);
    }
  });

  test('if several find nothing, each without which some match is counted, as far as the caller may see [LIST-055]', async () => {
    const { total, without } = await listStudies(bench.context, bench.eva, { page: 1, without: '1', search: 'abel', body_part: 'none' });
    expect([total, without]).toEqual([0, [{ filter: 'body_part', total: expected({ search: 'abel' }).length }]]);
    const counts = async (filters: StudyFilters, caller?: Member) =>
      (await listStudies(bench.context, caller ?? bench.eva, { page: 1, without: '1', ...filters })).without;
    expect(await counts({ modality: 'MR', bupload_id: south.uploads[0]!.id })).toEqual([
      { filter: 'bupload_id', total: expected({ modality: 'MR' }).length },
    ]);
    expect(await counts({ modality: 'none', body_part: 'none' })).toEqual([]);
    expect(await counts({ modality: 'none', order: 'name' })).toBeUndefined();
    expect(await counts({ modality: 'MR' })).toBeUndefined();
    expect(await listStudies(bench.context, bench.eva, { page: 1, search: 'abel', body_part: 'none' })).not.toHaveProperty('without');
    const kidneys = { body_part: 'kidney', modality: 'none' } as const;
    const counted = await counts(kidneys);
    expect(counted).toEqual([{ filter: 'modality', total: expected({ body_part: 'kidney' }).length }]);
    expect(await counts(kidneys, bench.ute)).toEqual([
      { filter: 'modality', total: expected({ body_part: 'kidney' }, bench.ute.teamId).length },
    ]);
  });

  test('so does every combination, in every order', async () => {
    let several = 0;
    for (let nth = 0; nth < COMBINATIONS; nth += 1) {
      const names = filterNames.filter(() => random.chance(0.2));
      const filters: StudyFilters = Object.assign({ order: pick(StudyOrder.options) }, ...names.map((name) => filterOf[name](north)));
      const wanted = expected(filters);
      expect([filters, await found(filters)]).toEqual([filters, wanted]);
      if (names.length > 1 && wanted.length > 1) several += 1;
    }
    expect(several).toBeGreaterThan(COMBINATIONS / 10);
  });

  test.each(STATES)('the state %s finds exactly the studies that are shown in it [CONV-012]', async (state: StudyState) => {
    const wanted = expected({ state });
    expect(wanted.length).toBeGreaterThan(0);
    const { data } = await listStudies(bench.context, bench.eva, { page: 1, state });
    expect(data.map((study) => study.state)).toEqual(data.map(() => state));
    expect(await found({ state })).toEqual(wanted);
  });

  test('of segmentations that a member may not see, no study is found', async () => {
    const caller = { ...bench.tom, permissions: new Set(['r:studies'] as const) };
    const own = known.filter(({ team, segmentedBy }) => team === bench.tom.teamId && segmentedBy === bench.tom.userId);
    expect(own.length).toBeGreaterThan(0);
    expect(await found({ segmented: '1', order: 'created' }, caller)).toEqual(inKnownOrder(own, 'created').map(({ uuid }) => uuid));
  });

  test('datasets are searched only for those who may see them', async () => {
    const caller = { ...bench.eva, permissions: new Set(['r:studies'] as const) };
    expect(await refusalOf(filteredStudies(bench.context.db.read, caller, { dataset: north.datasets[0]! }))).toEqual({
      code: 'not_allowed',
    });
  });

  test('the uuid of a patient that was merged into another finds the studies of that one', async () => {
    const [from, into] = north.patients;
    const merge = (merged_into: number | null) =>
      bench.context.db.write((tx) => tx.updateTable('patient').set({ merged_into }).where('id', '=', from!.id).execute());
    await merge(into!.id);
    expect(await found({ patient: from!.uuid })).toEqual(await found({ patient: into!.uuid }));
    await merge(null);
  });

  test('a study without series is found as being received', async () => {
    const without = known.filter(({ team, series }) => team === bench.eva.teamId && series.length === 0);
    const receiving = new Set(await found({ state: 'receiving' }));
    expect(without.length).toBeGreaterThan(0);
    expect(without.filter(({ uuid }) => !receiving.has(uuid))).toEqual([]);
  });

  test('dates include both ends, and a study without a date is on neither side', async () => {
    const datesOf = async (filters: StudyFilters) => {
      const uuids = new Set(await found(filters));
      return [...new Set(known.filter(({ uuid }) => uuids.has(uuid)).map(({ date }) => date))].toSorted();
    };
    expect(await datesOf({ date_from: '20240102' })).toEqual(['20240102', '20240630', '20250101']);
    expect(await datesOf({ date_to: '20240102' })).toEqual(['20231231', '20240101', '20240102']);
    expect(await datesOf({ date_from: '20240101', date_to: '20240101' })).toEqual(['20240101']);
    expect(await datesOf({ date_from: '20240102', date_to: '20240101' })).toEqual([]);
  });

  test('the project filter is refused without r:projects', async () => {
    const caller: Member = { ...bench.eva, permissions: new Set(['r:studies']) };
    expect(await refusalOf(found({ project: north.projects[0] }, caller))).toEqual({ code: 'not_allowed' });
    expect((await found({ folder: north.folders[0] }, caller)).length).toBeGreaterThan(0);
  });

  test('ids of another team find nothing, and are not named', async () => {
    const theirs = known.filter(({ team }) => team === bench.ute.teamId);
    expect(await found({}, bench.ute)).toEqual(expected({}, bench.ute.teamId));
    expect(theirs).toHaveLength(5);
    const [folder] = south.folders;
    for (const filters of [
      ...south.uploads.map(({ id }) => ({ bupload_id: id })),
      ...south.labels.map((id) => ({ filter_id: id })),
      ...south.projects.map((id) => ({ project: id })),
      ...south.folders.map((id) => ({ folder: id })),
      ...south.patients.map(({ uuid }) => ({ patient: uuid })),
      { user: bench.ute.userId },
    ])
      expect([filters, await found(filters)]).toEqual([filters, []]);
    const answer = await listStudies(bench.context, bench.eva, { page: 1, folder, project: south.projects[0] });
    expect(answer).toMatchObject({ data: [], total: 0, folder: null, project_state: null });
    expect((await listStudies(bench.context, bench.ute, { page: 1, folder })).folder).toEqual({ id: folder, name: 'No. 1' });
  });

  test('a study of an upload that is being dropped is hidden while it is incomplete', async () => {
    const [dropped] = north.uploads;
    await bench.context.db.write((tx) => tx.updateTable('upload').set({ state: 'dropped' }).where('id', '=', dropped!.id).execute());
    const unended: readonly SeriesState[] = ['receiving', 'proved', 'converting'];
    const hidden = known.filter(
      ({ upload, series }) => upload === dropped!.id && series.some((each) => each.upload === upload && unended.includes(each.state)),
    );
    const uuids = new Set(hidden.map(({ uuid }) => uuid));
    expect(hidden.length).toBeGreaterThan(0);
    for (const filters of [{}, { state: 'receiving' as const }, { folder: north.folders[0] }])
      expect(await found(filters)).toEqual(expected(filters).filter((uuid) => !uuids.has(uuid)));
    await bench.context.db.write((tx) => tx.updateTable('upload').set({ state: 'open' }).where('id', '=', dropped!.id).execute());
  });

  test.each(StudyOrder.options)('the pages in order %s repeat and miss nothing, although many studies are equal in it', async (order) => {
    const pages: string[] = [];
    const count = Math.ceil(STUDIES / LIMITS.studiesPerPage);
    for (let page = 1; page <= count; page += 1) {
      const answer = await listStudies(bench.context, bench.eva, { page, order });
      expect(answer).toMatchObject({ total: STUDIES, current_page: page });
      pages.push(...answer.data.map(({ uuid }) => uuid));
    }
    expect(pages).toEqual(expected({ order }));
  });

  test('the newest come first unless an order is asked for', async () => {
    expect(await found({})).toEqual(await found({ order: '-created' }));
  });

  test('a study that was renamed is in its new place', async () => {
    const study = expected({ order: 'name' })[0]!;
    const { id } = known.find(({ uuid }) => uuid === study)!;
    const name = `ZZ${'Ü'.repeat(100)}`;
    const keyOf = async () =>
      (await bench.context.db.read.selectFrom('study').select('name_key').where('id', '=', id).executeTakeFirstOrThrow()).name_key;
    const rename = (patient_name: string) =>
      bench.context.db.write(async (tx) => {
        await tx.updateTable('study').set({ patient_name }).where('id', '=', id).execute();
        await writeSearchText(tx, id);
      });
    await rename(name);
    expect(await keyOf()).toBe(`zz${'ü'.repeat(62)}`);
    expect((await found({ order: '-name' }))[0]).toBe(study);
    await rename(known.find(({ uuid }) => uuid === study)!.name);
    expect(await found({ order: 'name' })).toEqual(expected({ order: 'name' }));
  });
});

function matches(study: Known, filters: StudyFilters): boolean {
  const {
    bupload_id,
    filter_id,
    project,
    folder,
    dataset,
    segmented,
    modality,
    body_part,
    patient,
    state,
    user,
    date_from,
    date_to,
    search,
    finding,
  } = filters;
  const isDate = /^[0-9]{8}$/.test(study.date);
  return (
    (bupload_id === undefined || study.series.some(({ upload }) => upload === bupload_id)) &&
    (filter_id === undefined || study.labels.includes(filter_id)) &&
    (project === undefined || study.projects.includes(project)) &&
    (folder === undefined || study.folder === folder) &&
    (dataset === undefined || study.datasets.includes(dataset)) &&
    (segmented === undefined || study.segmentedBy !== null) &&
    (finding === undefined || study.isIncomplete) &&
    (modality === undefined || study.modality === modality) &&
    (body_part === undefined || study.bodyPart === body_part) &&
    (patient === undefined || study.patient === patient) &&
    (state === undefined || studyState(study.series.map((series) => series.state)) === state) &&
    (user === undefined || study.user === user) &&
    (date_from === undefined || (isDate && study.date >= date_from)) &&
    (date_to === undefined || (isDate && study.date <= date_to)) &&
    (search === undefined || study.name.toLowerCase().includes(search.toLowerCase()))
  );
}

function inKnownOrder(studies: readonly Known[], order: StudyOrder = '-created'): Known[] {
  const keyOf = {
    created: ({ created }: Known) => created,
    date: ({ date }: Known) => date,
    name: ({ name }: Known) => name.toLowerCase(),
  }[order.replace('-', '') as 'created' | 'date' | 'name'];
  const compare = (a: Known, b: Known): number => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.id - b.id);
  return studies.toSorted((a, b) => (order.startsWith('-') ? compare(b, a) : compare(a, b)));
}
