import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addTextAttribute } from '../../src/collection/collection-writer.ts';
import { createFolder } from '../support/create-folder.ts';
import { buildDesigns, createSeason } from './pull-season.ts';

const OWN = '* -text\n';
const merge = (text: string | Buffer): Buffer | undefined => {
  const made = addTextAttribute(Buffer.from(text));
  return made && Buffer.from(made);
};

describe('the line for git', () => {
  it('is added once', () => {
    expect(Buffer.from(addTextAttribute(undefined) ?? []).toString()).toBe(OWN);
    expect(merge(OWN)).toBeUndefined();
    expect(merge(OWN.replaceAll('\n', '\r\n'))).toBeUndefined();
    // As toile 0.1 wrote it.
    expect(merge(`${OWN}/designs/**/*.json diff=toile\n`)).toBeUndefined();
  });

  it('is added before the lines of others, which stay unchanged', () => {
    const theirs = Buffer.from([0x2a, 0x20, 0xff, 0xfe, 0x0d, 0x0a, 0x78]);
    expect(merge(theirs)).toEqual(Buffer.concat([Buffer.from(OWN), theirs]));
  });

  it('is added after the byte order mark, which git expects at the start', () => {
    expect(merge('\ufeff*.svg binary\n')?.toString()).toBe(`\ufeff${OWN}*.svg binary\n`);
  });

  it('stays a comment if the owner made it one', () => {
    expect(merge(`# ${OWN}`)).toBeUndefined();
  });
});

describe('a pull', () => {
  it('adds the line to an existing file, and does not add it again after it was removed', async () => {
    const dir = createFolder();
    const service = await createSeason(buildDesigns(2));
    const file = join(dir, '.gitattributes');
    await writeFile(file, '*.pdf binary\n');
    await service.run(dir);
    expect(await readFile(file, 'utf8')).toBe(`${OWN}*.pdf binary\n`);
    await rm(file);
    await service.run(dir);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });
});
