/** LibreOffice without a window, with its own profile and language; macros edit cells. */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { isToolMissing } from './is-tool-missing.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 300_000;

export const isOfficeMissing = isToolMissing('soffice', 'libreoffice-calc-nogui');

/** Types values in the form of the language. */
const MACRO = `Sub Fill(source, target, typed)
  Dim none()
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden" : hidden(0).Value = True
  doc = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  For Each part In Split(typed, Chr(9))
    words = Split(part, "|")
    Select Case words(0)
    Case "delete column" : doc.Sheets.getByName(words(1)).Columns.removeByIndex(CInt(words(2)), 1)
    Case "insert column" : doc.Sheets.getByName(words(1)).Columns.insertByIndex(CInt(words(2)), 1)
    Case "delete row" : doc.Sheets.getByName(words(1)).Rows.removeByIndex(CInt(words(2)), 1)
    Case "insert row" : doc.Sheets.getByName(words(1)).Rows.insertByIndex(CInt(words(2)), 1)
    Case "copy row"
      sheet = doc.Sheets.getByName(words(1))
      sheet.copyRange(sheet.getCellByPosition(0, CInt(words(3))).CellAddress, sheet.Rows.getByIndex(CInt(words(2))).RangeAddress)
    Case "merge" : doc.Sheets.getByName(words(1)).getCellRangeByName(words(2)).merge(True)
    Case "remove sheet" : doc.Sheets.removeByName(words(1))
    Case "rename sheet" : doc.Sheets.getByName(words(1)).Name = words(2)
    Case "remark"
      sheet = doc.Sheets.getByName(words(1))
      sheet.Annotations.insertNew(sheet.getCellRangeByName(words(2)).CellAddress, words(3))
    Case "sort"
      Dim field(0) As New com.sun.star.table.TableSortField
      field(0).Field = CInt(words(3)) : field(0).IsAscending = False
      Dim order(0) As New com.sun.star.beans.PropertyValue
      order(0).Name = "SortFields" : order(0).Value = field()
      doc.Sheets.getByName(words(1)).getCellRangeByName(words(2)).sort(order())
    Case Else : doc.Sheets.getByName(words(0)).getCellRangeByName(words(1)).FormulaLocal = words(2)
    End Select
  Next
  Dim saving(0) As New com.sun.star.beans.PropertyValue
  saving(0).Name = "FilterName" : saving(0).Value = "Calc MS Excel 2007 XML"
  doc.storeToURL(target, saving())
  doc.close(True)
End Sub
`;

export interface Office {
  /** Converts files into a folder; `how` as `--convert-to` takes it. */
  convert(how: string, into: string, files: readonly string[]): Promise<readonly string[]>;
  /** Types texts into cells, each `Sheet|F7|text`, or edits: `delete row|Sheet|3`. Saves as .xlsx. */
  fill(source: string, target: string, typed: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function startOffice(language: 'en-US' | 'de-DE'): Promise<Office> {
  const profile = await mkdtemp(join(tmpdir(), 'toile-office-'));
  const standard = join(profile, 'user', 'basic', 'Standard');
  await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(
    join(profile, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${language}</value></prop></item></oor:items>`,
  );
  const runSoffice = (...words: readonly string[]) =>
    run('soffice', ['--headless', `-env:UserInstallation=${pathToFileURL(profile)}`, ...words], {
      timeout: TIMEOUT_MS,
      maxBuffer: 64 * 1024 * 1024,
    });
  // The first start creates the profile and would overwrite the module.
  await runSoffice('--terminate_after_init');
  await writeFile(
    join(standard, 'Module1.xba'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">\n<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${MACRO.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}</script:module>`,
  );
  return {
    async convert(how, into, files) {
      await mkdir(into, { recursive: true });
      await runSoffice('--convert-to', how, '--outdir', into, ...files);
      return (await readdir(into)).toSorted();
    },
    async fill(source, target, typed) {
      const words = [pathToFileURL(source), pathToFileURL(target), typed.join('\t')];
      const quoted = words.map((word) => `"${String(word).replaceAll('"', '""')}"`);
      await runSoffice(`macro:///Standard.Module1.Fill(${quoted.join(',')})`);
    },
    close: () => rm(profile, { recursive: true, force: true }),
  };
}
