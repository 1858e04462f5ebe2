import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHome, type RunSetting, runToile } from '../support/run-toile.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><g id="Seams"/></svg>';
const SIGNATURE = 'c2lnbmVkLWZvci15b3U';

interface Service {
  /** Designs of the caller. */
  readonly designs?: readonly object[];
  /** What the link leads to. */
  readonly document?: (design: string) => Response | Promise<Response>;
  /** The record beside the link. */
  readonly record?: (design: string) => object;
  readonly link?: unknown;
}

/** Starts a service with these answers, and a home to run against it. */
const startService = async ({ designs = [], document, record, link }: Service) => {
  const home = await createHome();
  const requests: string[] = [];
  const network: RunSetting['network'] =
    async () =>
    async (url, { method }) => {
      const { pathname } = new URL(url);
      requests.push(`${method} ${pathname}`);
      const [, exported = ''] = /^\/v1\/designs\/(.*)\/exports$/.exec(pathname) ?? [];
      if (exported !== '')
        return Response.json(
          {
            export: record?.(exported) ?? {},
            download_url: link === undefined ? `/dl/${exported}?signature=${SIGNATURE}` : link,
          },
          { status: 201 },
        );
      const [, linked = ''] = /^\/dl\/(.*)$/.exec(pathname) ?? [];
      if (linked !== '') return document?.(linked) ?? new Response(SVG);
      if (pathname === '/v1/designs') return Response.json({ designs, next_before: null });
      return Response.json({ error: 'no', code: 'NOT_FOUND' }, { status: 404 });
    };
  const env = { TOILE_BASE_URL: 'https://service.test', TOILE_API_KEY: 'svc_sk_kept' };
  const run = (words: readonly string[], setting: RunSetting = {}) =>
    runToile(words, { home, env, network, ...setting });
  const listFiles = async () => (await readdir(home)).filter((name) => name !== 'toile').toSorted();
  return {
    home,
    run,
    files: listFiles,
    requests,
    text: (name: string) => readFile(join(home, name), 'utf8'),
  };
};

const buildDesign = (id: string, name: string, sgg_garment_id: unknown = null) => ({
  id,
  name,
  garment_category: null,
  sgg_garment_id,
  created_at: '2026-10-01T00:00:00Z',
});

it.each(['', ' ', -1, 1.5, true, {}, 'many'])('ignores an export record with the size %j', async (bytes) => {
  const { run, text } = await startService({ record: () => ({ bytes }) });
  const { code, err } = await run(['export', A]);
  expect(code, err).toBe(0);
  expect(await text(`${A}_technical_designer_illustrator_svg_stage1.svg`)).toBe(SVG);
});

describe('a wrong file is not kept', () => {
  it.each([
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['an error (gone)', '{"error":"gone","code":"LINK_EXPIRED"}'],
    ['nothing (0 bytes)', ''],
  ])('when it is %s', async (what, body) => {
    for (const driver of ['svg', 'json']) {
      for (const sha256 of [undefined, createHash('sha256').update(body).digest('hex')]) {
        const { run, files } = await startService({
          document: () => new Response(body),
          record: () => ({ bytes: sha256 && body.length, sha256 }),
        });
        const { code, out, err } = await run(['export', A, '--driver', driver]);
        expect({ code, out }).toStrictEqual({ code: 3, out: '' });
        expect(err).toContain(`but returned ${what}; it was not saved`);
        expect(await files()).toStrictEqual([]);
        const piped = await run(['export', A, '--driver', driver, '-o', '-', '-q']);
        expect(piped).toMatchObject({ code: 3, out: '' });
      }
    }
  });

  it('nor when its digest differs, not even for a moment', async () => {
    const { run, files, home } = await startService({
      record: () => ({ sha256: '0'.repeat(64), bytes: SVG.length }),
    });
    const name = `${A}_technical_designer_illustrator_svg_stage1.svg`;
    let stood = false;
    const looking = setInterval(() => {
      stood ||= existsSync(join(home, name));
    }, 0);
    const { code, err } = await run(['export', A]);
    clearInterval(looking);
    expect([code, stood]).toStrictEqual([1, false]);
    expect(err).toContain('does not match its stated checksum');
    expect(await files()).toStrictEqual([]);
    await writeFile(join(home, name), 'mine');
    expect((await run(['export', A, '--clobber'])).code).toBe(1);
    expect(await readFile(join(home, name), 'utf8')).toBe('mine');
  });

  it.each([
    [undefined, '', 'returned no link'],
    ['javascript:alert(1)', '', 'cannot be used'],
    ['http://files.test/x', '', 'plain http'],
    [7, '', 'returned no link'],
  ])('when its link is %j; the error says what to do', async (link, _, words) => {
    const { run, files } = await startService({ link: link ?? null });
    const { code, err } = await run(['export', A, '--json']);
    const { error } = JSON.parse(err);
    expect([code, error.hint === undefined]).toStrictEqual([3, false]);
    expect(error.message).toContain(words);
    expect(await files()).toStrictEqual([]);
  });
});

describe('file names', () => {
  it.each(['../../owned', '/tmp/owned', 'GARM-1/../../owned', '..', 'GARM-', 'GARM-1\u0000', { a: 1 }])(
    'contain nothing that the service chose: %j',
    async (identity) => {
      const { run, files } = await startService({ designs: [buildDesign(A, 'Coat', identity)] });
      expect((await run(['export', 'Coat'])).code).toBe(0);
      expect((await run(['export', '-', '--driver', 'json'], { stdin: 'Coat\n' })).code).toBe(1);
      expect((await run(['export', '-', '--profile', 'factory'], { stdin: 'Coat\n' })).code).toBe(0);
      const names = ['factory', 'technical_designer'].map(
        (profile) => `${A}_${profile}_illustrator_svg_stage1.svg`,
      );
      expect(await files()).toStrictEqual(names);
    },
  );

  it.each(['../../../x', 'a;b', ''])('are refused for a design with the id %j', async (id) => {
    const { run, files, requests } = await startService({ designs: [buildDesign(id, 'Coat', 'GARM-7')] });
    for (const word of ['Coat', 'GARM-7']) {
      const { code, err } = await run(['export', word]);
      expect(code).toBe(3);
      expect(err).toContain('not a uuid');
    }
    expect(requests.filter((one) => one.startsWith('POST'))).toStrictEqual([]);
    expect(await files()).toStrictEqual([]);
  });

  it('differ for designs with the same garment id', async () => {
    const twins = [buildDesign(A, 'Coat', 'GARM-7'), buildDesign(B, 'Cape', 'GARM-7')];
    const createDocument = (id: string) => new Response(SVG.replace('Seams', id));
    for (const words of [
      ['Coat', 'Cape'],
      ['GARM-7', 'Cape'],
      ['Coat', 'Cape', 'Coat', 'GARM-7'],
    ]) {
      for (const flags of [[], ['--clobber'], ['--skip-existing']]) {
        const { run, files, text } = await startService({ designs: twins, document: createDocument });
        const { code, err, out } = await run(['export', ...words, ...flags, '--json']);
        expect(code).toBe(0);
        expect(err).toContain('more than one design is named GARM-7');
        expect(JSON.parse(out).exports).toHaveLength(2);
        const names = [A, B].map((id) => `${id}_technical_designer_illustrator_svg_stage1.svg`);
        expect(await files()).toStrictEqual(names);
        expect(await text(names[0] ?? '')).toContain(A);
        expect(await text(names[1] ?? '')).toContain(B);
      }
    }
  });

  it('are the same, however often and in whatever form a design is named', async () => {
    const { run, requests } = await startService({ designs: [buildDesign(A, 'Coat', 'GARM-7')] });
    const { code, out, err } = await run(['export', 'Coat', 'GARM-7', A, 'Coat', '--json', '-q']);
    expect([code, err]).toStrictEqual([0, '']);
    expect(JSON.parse(out).exports).toHaveLength(1);
    expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  });
});

describe('--skip-existing', () => {
  it('requests nothing that exists already', async () => {
    const { run, requests, home } = await startService({ designs: [buildDesign(A, 'Coat', 'GARM-7')] });
    for (const id of [A, 'GARM-7'])
      await writeFile(join(home, `${id}_technical_designer_illustrator_svg_stage1.svg`), 'mine');
    expect((await run(['export', 'GARM-7', '--skip-existing'])).code).toBe(0);
    expect((await run(['export', A, 'GARM-7', '--skip-existing'])).code).toBe(0);
    expect(requests).toStrictEqual([]);
  });

  it('skips a file that another process created meanwhile, and exits 0', async () => {
    for (const words of [
      ['export', A],
      ['export', A, B],
    ]) {
      const together = 5;
      let waiting: (() => void)[] = [];
      const { run, files } = await startService({
        // The server answers only after all downloads have started.
        document: (id) =>
          new Promise((answer) => {
            waiting.push(() => answer(new Response(SVG.replace('Seams', id))));
            if (waiting.length < together) return;
            for (const go of waiting) go();
            waiting = [];
          }),
      });
      const runs = await Promise.all(
        Array.from({ length: together }, () => run([...words, '--skip-existing', '--json', '-q'])),
      );
      expect(runs.map(({ code, err }) => [code, err])).toStrictEqual(Array(together).fill([0, '']));
      const skipped = runs.map(({ out }) => out.match(/"skipped":\s*true/g)?.length ?? 0);
      expect(skipped.reduce((sum, count) => sum + count, 0)).toBe((together - 1) * (words.length - 1));
      expect(await files()).toHaveLength(words.length - 1);
    }
  });

  it('without it, a file that another process created after the request is a failure, not a usage error', async () => {
    const { run, home } = await startService({
      document: async (id) => {
        await writeFile(join(home, `${id}_technical_designer_illustrator_svg_stage1.svg`), 'theirs');
        return new Response(SVG);
      },
    });
    const { code, err } = await run(['export', A]);
    expect(code).toBe(1);
    expect(err).toContain('already exists');
  });
});

it('no further designs are requested once the service asks for a pause of weeks', async () => {
  let requests = 0;
  const network: RunSetting['network'] = async () => async () => {
    requests += 1;
    return Response.json(
      { error: 'slow', code: 'RATE_LIMITED' },
      { status: 429, headers: { 'retry-after': '3000000' } },
    );
  };
  const env = { TOILE_BASE_URL: 'https://service.test', TOILE_API_KEY: 'svc_sk_kept' };
  const { code, out } = await runToile(['export', A, B, 'Coat', '--json'], { env, network });
  const { failed } = JSON.parse(out);
  expect([code, requests]).toStrictEqual([1, 1]);
  expect(failed.map(({ exit }: { exit: number }) => exit)).toStrictEqual([7, 7, 7]);
  const one = await runToile(['export', A], { env, network });
  expect(one).toMatchObject({ code: 7, out: '' });
});

describe('--debug', () => {
  it('never shows a signed link or a terminal escape sequence', async () => {
    const { run } = await startService({
      document: () => new Response(SVG, { headers: { 'x-request-id': SIGNATURE } }),
    });
    const { err, code } = await run(['export', A, '--debug']);
    expect(code).toBe(0);
    expect(err).toContain('/[link hidden]');
    expect(err).not.toContain(SIGNATURE);
  });

  it('escapes C1 control characters in headers', async () => {
    const network: RunSetting['network'] = async () => async () =>
      new Response('{"user_id":"u","via":"api_key","scopes":[],"plan":"p"}', {
        headers: { server: 'x\u009b31m\u0085y', 'x-request-id': 'a\u009d0;title\u009c' },
      });
    const env = { TOILE_BASE_URL: 'https://service.test', TOILE_API_KEY: 'svc_sk_kept' };
    const { err } = await runToile(['me', '--debug'], { env, network });
    expect(err).toContain('server: x\\u009b31m\\u0085y');
    expect(err).toContain('\\u009d0;title\\u009c');
    expect(err).not.toMatch(/[\u007f-\u009f]/);
  });
});
