import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawnOn, strangeIn } from '../support/drawn-pages.ts';
import { toile } from '../support/toile.ts';
import { livelyDrawingOf, OWN } from './bodies.ts';
import { between, picture } from './jail.ts';
import { envOf, machine } from './machine.ts';
import { runningIn } from './markup.ts';
import { type Family, textsOf } from './payloads.ts';
import { hostileService } from './service.ts';
import { expectNothing } from './sweep.ts';

const FAMILIES: readonly Family[] = ['html', 'markdown', 'shapes', 'csv', 'paths', 'shell'];

describe('a drawing that a stranger made', () => {
  it.for(FAMILIES)(
    'runs nothing and leads nowhere on a sheet, from a file or the service: %s',
    async (family, { task }) => {
      const place = machine();
      const { home, work: cwd, root, kept } = place;
      const texts = textsOf([family], place.outside);
      writeFileSync(join(cwd, 'mine.svg'), livelyDrawingOf(texts));
      const service = await hostileService(texts, { names: texts, lively: true });
      const wrong: string[] = [];
      try {
        for (const from of ['fetch', 'mine.svg']) {
          const before = picture(root, [kept]);
          const argv = ['sheet', OWN.id, '--drawing', from, '-o', 'made.html', '--clobber'];
          const run = await toile(argv, { home, cwd, columns: 80, env: envOf(place, service.baseUrl) });
          expect(run.err).toContain('left out: ');
          expect(run.code).toBe(0);
          const page = readFileSync(join(cwd, 'made.html'), 'utf8');
          wrong.push(...runningIn(page), ...strangeIn(drawnOn(page)));
          const { added, changed, removed } = between(before, picture(root, [kept]));
          wrong.push(...[...added, ...changed, ...removed].filter((path) => !path.endsWith('made.html')));
        }
      } finally {
        await service.close();
        place.remove();
      }
      task.meta.tally = { runs: 2 };
      expectNothing(wrong);
    },
  );
});
