import { describe, expect, it } from 'vitest';
import { clearUnicodeTables } from '../../scripts/executable/clear-unicode-tables.ts';

/** A runtime with a table of ICU in its middle, of entries that have their own name for content. */
function createRuntime(names: readonly string[], before = 'code '.repeat(9)): Buffer {
  const header = Buffer.alloc(32);
  header.writeUInt16LE(32, 0);
  header.writeUInt16BE(0xda27, 2);
  header.write('CmnD', 12);
  const texts = names.map((name) => Buffer.from(`icudt78l/${name}\0`));
  const contents = names.map((name) => Buffer.from(`<${name}>`));
  const index = Buffer.alloc(4 + 8 * names.length);
  index.writeUInt32LE(names.length, 0);
  let at = index.length;
  texts.forEach((text, entry) => {
    index.writeUInt32LE(at, 4 + 8 * entry);
    at += text.length;
  });
  contents.forEach((content, entry) => {
    index.writeUInt32LE(at, 8 + 8 * entry);
    at += content.length;
  });
  return Buffer.concat([
    Buffer.from(before),
    header,
    index,
    ...texts,
    ...contents,
    Buffer.from('code after'),
  ]);
}

describe('unused tables of the runtime', () => {
  const used = ['brkitr/char.brk', 'coll/root.res', 'curr/en.res', 'en.res', 'nfkc.nrm', 'zone/en.res'];
  const unused = ['brkitr/cjdict.dict', 'coll/zh.res', 'lang/en.res', 'region/de.res', 'unit/fr.res'];

  it('become zeros, and every other byte stays', () => {
    const names = [...used, ...unused].toSorted();
    const whole = createRuntime(names);
    const trimmed = clearUnicodeTables(whole);
    expect(trimmed).toHaveLength(whole.length);
    let expected = whole.toString('latin1');
    for (const name of unused) expected = expected.replace(`<${name}>`, '\0'.repeat(name.length + 2));
    expect(trimmed.toString('latin1')).toBe(expected);
  });

  it('a runtime without them is unchanged, and so is one that only names their format', () => {
    for (const runtime of ['no table here', 'CmnD', `${'x'.repeat(20)}CmnD and more`])
      expect(clearUnicodeTables(Buffer.from(runtime)).toString()).toBe(runtime);
    const later = createRuntime(['unit/a.res', 'zone/b.res'], 'CmnD of another kind '.repeat(2));
    expect(clearUnicodeTables(later).includes('<unit/a.res>')).toBe(false);
  });
});
