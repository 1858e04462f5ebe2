import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../src/commands/command-context.ts';
import { askForConsent } from '../../src/commands/techpack/consent.ts';
import type { UserPrompts } from '../../src/platform/shared-types.ts';
import { createHome, type RunSetting, runToile } from '../support/run-toile.ts';

const DESIGN = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';

const startOrder = async () => {
  const home = await createHome();
  const run = (words: readonly string[], setting: RunSetting = {}) =>
    runToile(['--sandbox', ...words], { home, ...setting });
  const listPurchases = async (): Promise<{ purchase_id: string; status: string }[]> =>
    JSON.parse((await run(['sandbox', 'status', '--json'])).out).purchases;
  const request = (...words: string[]) =>
    run(['techpack', 'request', 'GARM-5117', '--yes', '--json', ...words]);
  return { home, run, request, purchases: listPurchases };
};

describe('the consent to an order', () => {
  it('shows what is sent and what it may cost, and an empty line is not consent', async () => {
    const messages: string[] = [];
    const asked: (readonly [string, boolean])[] = [];
    const failIfAsked = () => expect.fail('something else was asked');
    const ask: UserPrompts = {
      isAvailable: true,
      secret: failIfAsked,
      text: failIfAsked,
      choose: failIfAsked,
      confirm: async (question, fallback) => {
        asked.push([question, fallback]);
        return fallback;
      },
    };
    const recordTelling: CommandContext['report'] = (telling) => {
      if ('text' in telling) messages.push(String(telling.text));
    };
    const order = { design: DESIGN, identity: 'GARM-5117', text: '{"note":"rush"}' };
    await expect(askForConsent({ ask, report: recordTelling }, order)).rejects.toMatchObject({
      code: 'declined',
    });
    expect(asked).toStrictEqual([['Request it?', false]]);
    expect(messages.join('\n')).toMatch(/GARM-5117, design 3f6a1c58[\s\S]*"note":"rush"[\s\S]*EUR 25/);
  });

  it('is refused without a prompt, before anything is sent', async () => {
    const { run, purchases } = await startOrder();
    for (const words of [
      ['techpack', 'request', 'GARM-5117'],
      ['api', `v1/designs/${DESIGN}/tech-packs`, '-X', 'POST'],
    ]) {
      const { code, out, err } = await run(words);
      expect([code, out]).toStrictEqual([2, '']);
      expect(err).toContain('--yes');
    }
    expect(await purchases()).toStrictEqual([]);
  });

  it('shows what the order may cost', async () => {
    const { out } = await runToile(['help', 'techpack', 'request']);
    expect(out).toContain('EUR 25');
    expect(out).toContain('this machine');
  });
});

describe('an order', () => {
  it('of the allowance is an ordinary answer, and is followed to its PDF', async () => {
    const { run, home, request } = await startOrder();
    const { code, out } = await request();
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'composing', design_id: DESIGN });
    const pending = await run(['techpack', 'status', '--download', '--json']);
    expect(pending.code).toBe(8);
    expect(JSON.parse(pending.out).pack.ready).toBe(false);
    await run(['sandbox', 'advance', '1m']);
    const taken = await run(['techpack', 'status', '--wait', '--download', '--json']);
    expect(taken.code).toBe(0);
    expect(JSON.parse(taken.out)).toMatchObject({
      schema: 'toile.techpack/1',
      file: 'GARM-5117_tech-pack.pdf',
    });
    expect(taken.out).not.toContain('signature');
    expect((await readFile(join(home, 'GARM-5117_tech-pack.pdf'), 'latin1')).slice(0, 5)).toBe('%PDF-');
  });

  it('that is open is shown with its exit code, and only --again sends another', async () => {
    const { run, request, purchases } = await startOrder();
    const first = JSON.parse((await request()).out);
    for (const again of [
      () => request(),
      () => run(['api', `v1/designs/${DESIGN}/tech-packs`, '-X', 'POST', '--yes']),
      () => run(['api', `v1/designs/${DESIGN}/%74ech-packs/`, '-X', 'POST', '--yes']),
      () => run(['techpack', 'request', DESIGN, '--yes', '--json']),
    ]) {
      const { code, out } = await again();
      expect(code).toBe(8);
      expect(out).toContain(first.purchase_id);
    }
    expect(await purchases()).toHaveLength(1);
    // Random bytes of the tests repeat, and so would the id of the second purchase.
    const { code } = await request('--again', '--account', 'no-allowance');
    expect(code).toBe(6);
  });

  it('that must be paid is shown, exits 6, and continues after payment', async () => {
    const { run } = await startOrder();
    const words = ['techpack', 'request', 'GARM-5117', '--yes', '--account', 'no-allowance'];
    const unpaid = await run([...words, '--json']);
    expect(unpaid.code).toBe(6);
    const { checkout_url, amount, purchase_id } = JSON.parse(unpaid.out);
    expect(amount).toBe(29);
    const shown = await run(words, { columns: 60 });
    expect(shown.code).toBe(6);
    expect(shown.out).toContain(checkout_url);
    // Nobody is there to pay: it does not wait.
    expect((await run([...words, '--wait', '--json'])).code).toBe(6);
    await run(['sandbox', 'pay']);
    await run(['sandbox', 'advance', '1m']);
    const status = await run([
      'techpack',
      'status',
      purchase_id,
      '--wait',
      '--json',
      '--account',
      'no-allowance',
    ]);
    expect(JSON.parse(status.out)).toMatchObject({ status: 'fulfilled', pack: { ready: true } });
    expect(status.code).toBe(0);
  });

  it('that the service refuses is closed: 409, 403, 404 and 429', async () => {
    const { run } = await startOrder();
    const runRequest = (...words: string[]) => run(['techpack', 'request', DESIGN, '--yes', ...words]);
    await run(['sandbox', 'scenario', 'pricing-not-configured']);
    expect((await runRequest()).code).toBe(9);
    await run(['sandbox', 'scenario', 'none']);
    expect((await runRequest('--account', 'read-only')).code).toBe(4);
    expect((await runRequest('--account', 'other')).code).toBe(5);
    await run(['sandbox', 'scenario', 'rate-limited']);
    expect((await runRequest()).code).toBe(7);
    await run(['sandbox', 'scenario', 'none']);
    const { out } = await run(['techpack', 'ls', '--json']);
    const { requests } = JSON.parse(out) as { requests: { state: string; http_status: number }[] };
    expect(requests.map(({ state, http_status }) => [state, http_status])).toStrictEqual([
      ['refused', 429],
      ['refused', 404],
      ['refused', 403],
      ['refused', 409],
    ]);
    // None of them prevents the request.
    expect((await runRequest()).code).toBe(0);
  });

  it('with a lost answer has an unknown outcome, is not repeated, and is named the next time', async () => {
    const { request, purchases, home } = await startOrder();
    let posts = 0;
    const network = async () => async (_: string, init: { method: string }) => {
      if (init.method === 'POST') {
        posts += 1;
        throw new TypeError('fetch failed');
      }
      return new Response('{}', { status: 404 });
    };
    const env = { TOILE_BASE_URL: 'https://api.example', TOILE_API_KEY: 'svc_sk_x' };
    const words = ['techpack', 'request', DESIGN, '--yes', '--json'];
    const lost = await runToile(words, { home, env, network: network as never });
    expect(lost.code).toBe(3);
    expect(JSON.parse(lost.err).error).toMatchObject({ code: 'fate_unknown', exit: 3 });
    const next = await runToile(words, { home, env, network: network as never });
    expect(JSON.parse(next.err).error).toMatchObject({ code: 'fate_unknown', exit: 1 });
    expect(posts).toBe(1);
    await runToile([...words, '--again'], { home, env, network: network as never });
    expect(posts).toBe(2);
    // Another service is another matter.
    expect((await request()).code).toBe(0);
    expect(await purchases()).toHaveLength(1);
    const { out } = await runToile(['techpack', 'ls'], { home });
    expect(out.split('\n').filter((row) => row.includes('fate unknown'))).toHaveLength(1);
    expect(out.split('\n').filter((row) => row.includes('superseded'))).toHaveLength(1);
  });

  it('is not sent when it cannot be recorded first', async () => {
    const { run, home, purchases } = await startOrder();
    await purchases();
    await mkdir(join(home, 'toile', 'state', 'sandbox-purchases.json'), { recursive: true });
    const { code, err } = await run(['techpack', 'request', DESIGN, '--yes']);
    expect(code).not.toBe(0);
    expect(err).toContain('nothing was sent');
    expect(await purchases()).toStrictEqual([]);
  });

  it('passes further members of the body on as typed', async () => {
    const { home } = await startOrder();
    const sent: string[] = [];
    const network = async () => async (_: string, init: { method: string; body?: string }) => {
      sent.push(init.body ?? '');
      return new Response('{"status":"composing","purchase_id":null,"message":"m"}', {
        status: 202,
      });
    };
    const env = { TOILE_BASE_URL: 'https://api.example', TOILE_API_KEY: 'svc_sk_x' };
    const setting = { home, env, network: network as never };
    const size = '{"system":"alpha","ease":56.0,"id":9007199254740993}';
    const words = ['techpack', 'request', DESIGN, '--yes', '--again'];
    expect((await runToile([...words, '--size-selection', size, '--brand', 'A "B"'], setting)).code).toBe(0);
    expect(sent.at(-1)).toBe(`{"brand":"A \\"B\\"","sizeSelection":${size}}`);
    await writeFile(join(home, 'body.json'), `\uFEFF{"any": 1.50}`);
    expect((await runToile([...words, '--body', `@${join(home, 'body.json')}`], setting)).code).toBe(0);
    expect(sent.at(-1)).toBe('{"any": 1.50}');
    // Without a purchase id toile cannot wait, and prints that.
    const waited = await runToile([...words, '--wait'], setting);
    expect(waited.code).toBe(8);
    expect(waited.err).toContain('no purchase id');
  });

  it.each([
    [['--body', '@/no/such/file']],
    [['--body', '{nope']],
    [['--body', '[]']],
    [['--size-selection', '3']],
    [['--body', '{}', '--brand', 'x']],
    [['--timeout', '5m']],
    [['--download', 'x.pdf']],
    [['--wait', '--timeout', 'soon']],
    [['--wait', '--interval', '1ms']],
    [['--wait', '--download', 'no/folder/x.pdf']],
  ])('%j is a usage error, and nothing is sent', async (words) => {
    const { request, purchases } = await startOrder();
    expect(await request(...words)).toMatchObject({ code: 2, out: '' });
    expect(await purchases()).toStrictEqual([]);
  });
});

it('the examples of help sandbox show their failure, whatever was ordered before', async () => {
  const lines = (await runToile(['help', 'sandbox'], { columns: 200 })).out.split('\n');
  const tried = lines.flatMap((line, at) =>
    line.includes('techpack request')
      ? [[lines[at - 1] ?? '', line].map((one) => one.trim().split(/ +/).slice(3))]
      : [],
  );
  const codes: number[] = [];
  for (const [scenario = [], request = []] of tried) {
    const { run } = await startOrder();
    // One that has to be paid, so that the allowance is there for the next.
    await run(['sandbox', 'scenario', 'payment-required']);
    await run(['techpack', 'request', 'GARM-5117', '--yes']);
    await run(scenario);
    codes.push((await run(request)).code);
  }
  expect(codes).toEqual([6, 9, 8, 8]);
});

describe('waiting for a Tech Pack', () => {
  it('ends with exit 8 and the command to resume, for any status word', async () => {
    const { run, request } = await startOrder();
    await run(['sandbox', 'scenario', 'failed-pack']);
    await request();
    await run(['sandbox', 'advance', '1m']);
    const { code, out, err } = await run(['techpack', 'status', '--wait', '--timeout', '70s']);
    expect(code).toBe(8);
    expect(out).toContain('failed');
    expect(err).toContain('techpack status');
    expect(err.split('\n').filter((row) => row.includes('(')).length).toBe(3);
  });

  it('continues after temporary failures', async () => {
    const { run, request } = await startOrder();
    await request();
    await run(['sandbox', 'scenario', 'unavailable']);
    const stuck = run(['techpack', 'status', '--wait', '--timeout', '3s', '--json']);
    expect((await stuck).code).toBe(3);
    await run(['sandbox', 'scenario', 'flaky-network']);
    await run(['sandbox', 'advance', '1m']);
    expect((await run(['techpack', 'status', '--wait', '--json'])).code).toBe(0);
  });

  it('says at Ctrl-C that the service continues', async () => {
    const { run, request } = await startOrder();
    await run(['sandbox', 'scenario', 'slow-pack']);
    await request();
    const stop = new AbortController();
    const { Interrupted } = await import('../../src/platform/errors.ts');
    const { code, err, out } = await run(['techpack', 'status', '--wait', '--timeout', '9h'], {
      signal: stop.signal,
      onStderr: (output) => output.includes('(') && stop.abort(new Interrupted()),
    });
    expect([code, out]).toStrictEqual([130, '']);
    expect(err).toContain('the service continues the work');
  });
});

describe('techpack status', () => {
  it('without a record says so', async () => {
    const { run } = await startOrder();
    expect(await run(['techpack', 'status'])).toMatchObject({ code: 2, out: '' });
    expect(await run(['techpack', 'status', '--download', DESIGN])).toMatchObject({ code: 2, out: '' });
    expect(await run(['techpack', 'status', DESIGN])).toMatchObject({ code: 5, out: '' });
  });

  it('works with a read-only state folder', async () => {
    const { run, request, home } = await startOrder();
    const { purchase_id } = JSON.parse((await request()).out);
    const file = join(home, 'toile', 'state', 'sandbox-purchases.json');
    const before = await readFile(file, 'utf8');
    await run(['sandbox', 'advance', '1m']);
    // Nobody can take a lock that is no folder, root neither.
    await rm(`${file}.lock`, { recursive: true });
    await writeFile(`${file}.lock`, '');
    expect((await run(['techpack', 'status', purchase_id])).code).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
