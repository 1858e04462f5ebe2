/** A fake browser that records how it was started, and a watch on the arguments of all processes (Linux). */

import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { vi } from 'vitest';
import { createFolder, join } from './create-folder.ts';

/** The arguments, environment and page of a browser start. */
export interface BrowserStart {
  readonly argv: readonly string[];
  readonly env: readonly string[];
  readonly page: string;
}

/** Puts a fake `xdg-open` first on the path; it runs for a moment, as a browser does. */
export const createFakeBrowser = (): {
  readonly env: { readonly PATH: string };
  shown(): Promise<BrowserStart>;
} => {
  const place = createFolder();
  const program = join(place, 'xdg-open');
  const lines = [
    '#!/bin/sh',
    `printf '%s\\n' "$@" > '${place}/argv'`,
    `env > '${place}/env'`,
    `cat "$1" > '${place}/page'`,
    'sleep 1',
    `: > '${place}/done'`,
  ];
  writeFileSync(program, `${lines.join('\n')}\n`);
  chmodSync(program, 0o755);
  const read = (name: string) => readFileSync(join(place, name), 'utf8');
  return {
    env: { PATH: `${place}:${process.env.PATH ?? ''}` },
    shown: async () => {
      await vi.waitUntil(() => existsSync(join(place, 'done')), { timeout: 20_000 });
      return { argv: read('argv').trim().split('\n'), env: read('env').split('\n'), page: read('page') };
    },
  };
};

const readArguments = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

/** Collects the arguments of every process, which all users can read, until it is stopped. */
export const watchArguments = (): { stop(): readonly string[] } => {
  const seen = new Set<string>();
  const look = (): void => {
    for (const pid of readdirSync('/proc')) if (/^\d+$/.test(pid)) seen.add(readArguments(pid));
  };
  const timer = setInterval(look, 20);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return [...seen];
    },
  };
};
