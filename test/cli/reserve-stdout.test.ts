import { expect, it } from 'vitest';
import { reserveStdout } from '../../src/cli/reserve-stdout.ts';

it.each([
  [['help', 'mcp', 'serve']],
  [['--no-color', 'help', 'mcp', 'serve']],
  [['mcp', 'serve', '--help']],
  [['mcp', 'serve', '-h']],
  [['sandbox', 'serve']],
])('%j prints on stdout as usual', (argv) => {
  const { write } = process.stdout;
  expect(reserveStdout(argv)).toBeUndefined();
  expect(process.stdout.write).toBe(write);
});
