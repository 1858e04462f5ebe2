import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as node from 'node:path';
import { onTestFinished } from 'vitest';
import { markSystemPath, type SafePath } from '../../src/platform/files/safe-path.ts';

/** Joins a path inside a folder of the test. */
export const join = (...parts: readonly string[]): SafePath => markSystemPath(node.join(...parts));

/** Creates an empty folder that is removed after the test. */
export const createFolder = (): SafePath => {
  const path = mkdtempSync(join(tmpdir(), 'toile-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return markSystemPath(path);
};
