import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { completeWords } from '../../../src/cli/context/complete-words.ts';
import { emptyHome, toile } from '../../support/toile.ts';

it('offers no name that several designs have, since typed it would be refused', async () => {
  const home = await emptyHome();
  expect((await toile(['--sandbox', 'designs', 'ls', '--all'], { home })).code).toBe(0);
  vi.stubEnv('TOILE_HOME', join(home, 'toile'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const offered = async (begins: string) =>
    (await completeWords(['ids', begins, '--sandbox'])).split('\n').map((line) => line.split('\t')[0]);
  expect(await offered('Untit')).toEqual(['']);
  // One of a name that stands alone is.
  expect(await offered('')).toContain('GARM-5117');
  expect(await offered('縮緬')).toEqual(['縮緬ノーカラーコート(試作二号)', '']);
});
