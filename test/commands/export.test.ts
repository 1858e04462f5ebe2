import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHome, type RunSetting, runToile } from '../support/run-toile.ts';

const FILE = 'GARM-5117_technical_designer_illustrator_svg_stage1.svg';

const startExport = async () => {
  const home = await createHome();
  const run = (words: readonly string[], setting: RunSetting = {}) =>
    runToile(['--sandbox', 'export', ...words], { home, ...setting });
  const listFiles = async () => (await readdir(home)).filter((name) => name !== 'toile').toSorted();
  const setScenario = (name: string) => runToile(['--sandbox', 'sandbox', 'scenario', name], { home });
  return { home, run, files: listFiles, scenario: setScenario };
};

describe('export', () => {
  it('writes a file named after garment, profile and driver, and lists its layers', async () => {
    const { run, files } = await startExport();
    const { code, out, err } = await run(['GARM-5117'], { columns: 80 });
    expect([code, err]).toStrictEqual([0, '']);
    expect(out).toContain(FILE);
    expect(out).toContain('Title block');
    expect(await files()).toStrictEqual([FILE]);
  });

  it('names files of designs that are not minted by the whole uuid', async () => {
    const { run, files } = await startExport();
    await run(['8e0f4d7a', '--driver', 'json', '--profile', 'factory']);
    expect(await files()).toStrictEqual(['8e0f4d7a-61b3-4a3c-8f0d-2f9b6c3d5a05_factory_json.json']);
  });

  it('replaces no file without --force, and asks before it sends a request', async () => {
    const { run, home } = await startExport();
    await writeFile(join(home, FILE), 'mine');
    const refused = await run(['GARM-5117', '--debug']);
    expect([refused.code, refused.out]).toStrictEqual([2, '']);
    expect(refused.err).not.toContain('POST');
    const skipped = await run(['GARM-5117', '--skip-existing', '--json']);
    expect(JSON.parse(skipped.out)).toMatchObject({ skipped: true, record: null });
    expect(await readFile(join(home, FILE), 'utf8')).toBe('mine');
    expect((await run(['GARM-5117', '--clobber'])).code).toBe(0);
    expect(await readFile(join(home, FILE), 'utf8')).toContain('<svg');
  });

  it('has file, size, digest and record in --json, but no link', async () => {
    const { run } = await startExport();
    const { out } = await run(['GARM-5117', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      schema: 'toile.export/1',
      file: FILE,
      record: { driver: 'illustrator_svg_stage1', profile: 'technical_designer' },
    });
    expect(out).not.toMatch(/download_url|signature/);
  });

  it('prints the answer of the service with --link, and downloads nothing', async () => {
    const { run, files } = await startExport();
    const { out, code } = await run(['GARM-5117', '--link', '--json']);
    expect(Object.keys(JSON.parse(out))).toStrictEqual(['export', 'download_url', 'expires_at']);
    expect(code).toBe(0);
    expect(await files()).toStrictEqual([]);
  });

  it('writes to stdout, byte for byte', async () => {
    const { run, files } = await startExport();
    const { out, code } = await run(['GARM-5117', '--driver', 'json', '-o', '-', '-q']);
    expect(code).toBe(0);
    expect(JSON.parse(out).graph.garment_id).toBe('GARM-5117');
    expect(await files()).toStrictEqual([]);
    expect(await run(['GARM-5117', '-o', '-', '--json'])).toMatchObject({ code: 2, out: '' });
  });

  it('tries each of several designs, lists the failures and exits 1', async () => {
    const { run, files } = await startExport();
    const { code, out, err } = await run(['GARM-5117', 'nobody', '-', 'GARM-5117', '--json'], {
      stdin: '8e0f4d7a-61b3-4a3c-8f0d-2f9b6c3d5a05\t\t2026\n\nGARM-101\n',
    });
    expect(code).toBe(1);
    const { schema, exports, failed } = JSON.parse(out);
    expect(schema).toBe('toile.exports/1');
    expect(exports).toHaveLength(2);
    expect(failed.map((one: { id: string; exit: number }) => [one.id, one.exit])).toStrictEqual([
      ['nobody', 5],
      ['GARM-101', 2],
    ]);
    expect(err).toContain('nobody failed');
    expect(await files()).toHaveLength(2);
  });

  it.each([
    [['GARM-5117', '8e0f4d7a', '-o', '-']],
    [['GARM-5117', '8e0f4d7a', '--link']],
    [['GARM-5117', '--link', '--clobber']],
    [['GARM-5117', '--clobber', '--skip-existing']],
    [['GARM-5117', '-o', '-', '--clobber']],
    [['GARM-5117', '-o', 'no/such/folder/x.svg']],
    [['GARM-5117', '-o', `${'x'.repeat(256)}`]],
    [['-']],
    [[]],
  ])('%j is a usage error', async (words) => {
    const { run, files } = await startExport();
    expect(await run(words, { stdin: '' })).toMatchObject({ code: 2, out: '' });
    expect(await files()).toStrictEqual([]);
  });

  it('accepts a folder, and a file name of 255 bytes', async () => {
    const { run, home, files } = await startExport();
    await mkdir(join(home, 'out'));
    await run(['GARM-5117', '-o', 'out']);
    expect(await readdir(join(home, 'out'))).toStrictEqual([FILE]);
    const long = 'é'.repeat(127);
    expect((await run(['GARM-5117', '-o', long])).code).toBe(0);
    expect(await files()).toContain(long);
  });

  it('explains why a house garment cannot be exported', async () => {
    const { run } = await startExport();
    const { code, err } = await run(['GARM-101']);
    expect(code).toBe(2);
    expect(err).toContain('house garment');
    expect(await run(['GARM-999999'])).toMatchObject({ code: 5, out: '' });
  });

  it.each(['expired-link', 'cut-download'])('works with %s', async (name) => {
    const { run, scenario, home } = await startExport();
    await scenario(name);
    const { code, out } = await run(['GARM-5117', '--json', '-q']);
    expect(code).toBe(0);
    expect((await readFile(join(home, FILE))).length).toBe(JSON.parse(out).bytes);
  });

  it('is not repeated when its answer is lost', async () => {
    const { run, scenario, files } = await startExport();
    await scenario('flaky-network');
    expect(await run(['GARM-5117', '--json'])).toMatchObject({ code: 3, out: '' });
    expect(await files()).toStrictEqual([]);
  });

  it('leaves no file behind when the service refuses', async () => {
    const { run, files, scenario } = await startExport();
    expect(await run(['GARM-5117', '--account', 'read-only'])).toMatchObject({ code: 4, out: '' });
    await scenario('unavailable');
    expect(await run(['3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01'])).toMatchObject({ code: 3, out: '' });
    expect(await files()).toStrictEqual([]);
  });
});
