import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as node from 'node:path';
import { onTestFinished } from 'vitest';
import { markSystemPath, type SafePath } from '../../src/platform/files/safe-path.ts';

/** Places that a test has made itself. */
export const join = (...parts: readonly string[]): SafePath => markSystemPath(node.join(...parts));

/** An empty folder that is gone after the test. */
export const createFolder = (): SafePath => {
  const path = mkdtempSync(join(tmpdir(), 'toile-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return markSystemPath(path);
};
