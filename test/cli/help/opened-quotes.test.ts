import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { markSystemPath } from '../../../src/platform/files/safe-path.ts';
import { folder, join } from '../../support/folder.ts';

const NAMES = ['Lin$(touch PWNED)', "Lin's", 'Lin plain', 'Lin`id`', 'Lin"q', 'Lin!x', 'Lin\\b', 'Lin; id'];

/** What bash would put behind what was typed: a quote that is open stays open before it. */
const offered = (begins: string): string[] => {
  const tool = join(folder(), 'tool');
  writeFileSync(
    tool,
    `#!/bin/sh\nprintf '%s\\tabout\\n' ${NAMES.map((name) => `'${name.replaceAll("'", "'\\''")}'`).join(' ')}\n`,
  );
  chmodSync(tool, 0o755);
  const script = `source completions/toile.bash; __toile_offer @ids "$1" "$2"; printf '%s\\0' "\${COMPREPLY[@]}"`;
  const cwd = markSystemPath(new URL('../../..', import.meta.url).pathname);
  return execFileSync('bash', ['-c', script, 'bash', begins, tool], { cwd, encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
};

it.each([
  ['double quotes', '"', ["Lin's", 'Lin plain', 'Lin; id']],
  ['single quotes', "'", ['Lin$(touch PWNED)', 'Lin plain', 'Lin`id`', 'Lin"q', 'Lin\\b', 'Lin; id']],
  ['no quotes', '', NAMES],
])('in %s a name is offered that means itself there, and nothing runs', (_, quote, names) => {
  const words = offered(`${quote}Lin`);
  const script = `printf '%s\\0' ${words.map((word) => `${quote}${word}${quote}`).join(' ')}`;
  const meant = execFileSync('bash', ['-c', script], { cwd: folder(), env: {}, encoding: 'utf8' });
  expect(meant.split('\0').slice(0, -1)).toStrictEqual(names);
});
