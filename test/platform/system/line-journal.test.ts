import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createLineJournal } from '../../../src/platform/system/line-journal.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';

const open = (path = join(createFolder(), 'state', 'sandbox.jsonl')) => {
  const messages: string[] = [];
  return {
    path,
    messages,
    journal: createLineJournal(path, hostProcess, (text) => messages.push(text)),
  };
};

it('every reader gets the appended lines in order', async () => {
  const { journal, path, messages } = open();
  expect(await journal.read()).toEqual([]);
  const lines = ['{"n":1}', '{"n":2}', '{"é":"\u2028"}'];
  for (const line of lines) await journal.append(line);
  expect(await open(path).journal.read()).toEqual(lines);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(messages).toEqual([]);
});

it('keeps all lines that are appended at the same time', async () => {
  const { journal, path } = open();
  const lines = Array.from({ length: 20 }, (_, at) => `{"n":${at}}`);
  await Promise.all(lines.map((line) => journal.append(line)));
  expect((await open(path).journal.read()).toSorted()).toEqual(lines.toSorted());
});

it('the journal can be cleared', async () => {
  const { journal } = open();
  await journal.append('1');
  await journal.clear();
  expect(await journal.read()).toEqual([]);
  await journal.append('2');
  expect(await journal.read()).toEqual(['2']);
});

it.each(['{"n":', '{', '{"n":"é'.slice(0, -1)])('an incomplete end %j costs only itself', async (torn) => {
  const { journal, path } = open();
  await journal.append('{"n":1}');
  appendFileSync(path, torn);
  expect(await journal.read()).toEqual(['{"n":1}']);
  await journal.append('{"n":2}');
  await journal.append('{"n":3}');
  expect(await journal.read()).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
});

it('a turn keeps others out, and may read and append itself', async () => {
  const { journal, path } = open();
  const other = createLineJournal(path, hostProcess, () => {});
  const add = (through: typeof journal) =>
    through.exclusive(async () => {
      const { length } = await through.read();
      await hostProcess.sleep(1);
      await through.append(String(length));
    });
  await Promise.all([...Array(10).keys()].map((n) => add(n % 2 ? journal : other)));
  expect(await journal.read()).toEqual([...Array(10).keys()].map(String));
});

it('a turn that fails releases the lock and throws its own error', async () => {
  const { journal } = open();
  await expect(journal.exclusive(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
  await journal.append('1');
  expect(await journal.read()).toEqual(['1']);
});

it('without write access the journal stays in memory, and says so once', async () => {
  const path = createFolder();
  writeFileSync(join(path, 'file'), '');
  const { journal, messages } = open(join(path, 'file', 'sandbox.jsonl'));
  expect(await journal.read()).toEqual([]);
  await journal.append('1');
  await journal.exclusive(async () => journal.append(String((await journal.read()).length + 1)));
  expect(await journal.read()).toEqual(['1', '2']);
  await journal.clear();
  expect(await journal.read()).toEqual([]);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain('not a folder');
});

it('there is no message when no important line is lost', async () => {
  const path = createFolder();
  writeFileSync(join(path, 'file'), '');
  const { journal, messages } = open(join(path, 'file', 'sandbox.jsonl'));
  await journal.exclusive(async () => journal.append('begun', false));
  expect(await journal.read()).toEqual(['begun']);
  expect(messages).toEqual([]);
  await journal.append('done');
  expect(messages).toHaveLength(1);
});

it('a folder in its place means memory too', async () => {
  const { journal, path, messages } = open();
  mkdirSync(path, { recursive: true });
  await journal.append('1');
  expect(await journal.read()).toEqual(['1']);
  expect(messages).toHaveLength(1);
});

it.each(['', 'a\nb', 'a\r', 'a\u0018'])('%j is refused as a line', async (line) => {
  const { journal } = open();
  expect(() => journal.append(line)).toThrow(TypeError);
});

it('the file can be read by people', async () => {
  const { journal, path } = open();
  await journal.append('{"n":1}');
  expect(readFileSync(path, 'utf8')).toBe('{"n":1}\n');
});
