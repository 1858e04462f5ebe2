import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createStandardStreams } from '../../../src/cli/terminal/standard-streams.ts';

const createStream = (isTTY: boolean) =>
  Object.assign(
    new Writable({
      write(chunk, _, done) {
        this.emit('written', String(chunk));
        done();
      },
    }),
    { isTTY },
  );

const createIo = (env: Readonly<Record<string, string>>, isTTY: boolean, stdin = new PassThrough()) =>
  createStandardStreams({ env, stdin, stdout: createStream(isTTY), stderr: createStream(isTTY) });

it.each([
  [{}, true, true],
  [{}, false, false],
  [{ TERM: 'dumb' }, true, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: 'false' }, true, false],
  [{ FORCE_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '' }, false, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
  [{ CLICOLOR_FORCE: '1' }, false, true],
  [{ CLICOLOR_FORCE: '0' }, false, false],
  [{ CLICOLOR_FORCE: '1', FORCE_COLOR: '0' }, true, false],
])('colours with %j on a terminal or not (%j): %j', (env, isTTY, colour) => {
  const { out, err } = createIo(env, isTTY);
  expect([out.colour, err.colour]).toStrictEqual([colour, colour]);
});

it('stdin is read to its end, or until the signal with its reason', async () => {
  const stdin = new PassThrough();
  const never = new AbortController();
  const whole = createIo({}, false, stdin).input.readText(never.signal);
  stdin.write('one ');
  stdin.end('two');
  expect(await whole).toBe('one two');

  const reason = new Error('stop');
  const controller = new AbortController();
  const open = new PassThrough();
  const cut = createIo({}, false, open).input.readText(controller.signal);
  open.write('the beginning');
  controller.abort(reason);
  await expect(cut).rejects.toBe(reason);
  await expect(createIo({}, false).input.readText(controller.signal)).rejects.toBe(reason);
});

it.each([
  [true, 'é\\u001b[2J\\u202e'],
  [false, 'é\u001b[2J\u202e'],
])('a document in pieces cannot control a terminal, and is unchanged elsewhere: %j', async (isTTY, shown) => {
  const stdout = createStream(isTTY);
  const written: string[] = [];
  const { out } = createStandardStreams({
    env: {},
    stdin: new PassThrough(),
    stdout,
    stderr: createStream(isTTY),
  });
  stdout.on('written', (text) => written.push(text));
  const bytes = Buffer.from('é\u001b[2J\u202e');
  // Between two bytes of one letter too.
  const pieces = isTTY ? [bytes.subarray(0, 1), bytes.subarray(1)] : [bytes];
  for (const piece of pieces) await out.write(piece);
  expect(written.join('')).toBe(shown);
});
