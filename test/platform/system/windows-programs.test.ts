import childProcesses, { type ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it, onTestFinished, vi } from 'vitest';
import { forwardSignals } from '../../../src/platform/system/child-processes.ts';
import { createHostSystem } from '../../../src/platform/system/host-system.ts';

const pretendWindows = (): void => {
  const { platform } = process;
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  Object.defineProperty(process, 'platform', { value: 'win32' });
};

it('on Windows taskkill is taken from the folder of the system, not from the working folder', () => {
  pretendWindows();
  const { env } = process;
  const { SystemRoot } = env;
  const { spawnSync } = childProcesses;
  const started: string[] = [];
  onTestFinished(() => {
    if (SystemRoot === undefined) delete env.SystemRoot;
    Object.assign(childProcesses, { spawnSync });
    syncBuiltinESMExports();
  });
  Object.assign(childProcesses, { spawnSync: (name: string) => void started.push(name) });
  syncBuiltinESMExports();
  const child = { pid: 99_999_999, exitCode: 0, signalCode: null } as ChildProcess;
  for (const root of [undefined, 'D:\\Win']) {
    if (root !== undefined) env.SystemRoot = root;
    const managed = forwardSignals(child, false, undefined);
    managed.kill();
    managed.release();
  }
  expect(started).toEqual(['C:\\Windows\\System32\\taskkill.exe', 'D:\\Win\\System32\\taskkill.exe']);
});

it('on Windows no program is searched in the working folder', () => {
  pretendWindows();
  vi.stubGlobal('__TOILE_VERSION__', '0.0.0');
  const name = 'NoDefaultCurrentDirectoryInExePath';
  onTestFinished(() => {
    vi.unstubAllGlobals();
    delete process.env[name];
  });
  createHostSystem(undefined, {} as never, {} as never);
  expect(process.env[name]).toBe('1');
});
