import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPictures } from '../support/drawing-pages.ts';
import { runToile } from '../support/run-toile.ts';
import { drawingOf, livelyDrawingOf, OWN } from './bodies.ts';
import { between, picture } from './jail.ts';
import { envOf, machine } from './machine.ts';
import { runningIn } from './markup.ts';
import { type Family, textsOf } from './payloads.ts';
import { hostileService } from './service.ts';
import { expectNothing } from './sweep.ts';

const FAMILIES: readonly Family[] = ['html', 'markdown', 'shapes', 'csv', 'paths', 'shell'];

describe('an untrusted drawing', () => {
  it.for(FAMILIES)(
    'is refused, or shown as a picture, from a file or the service: %s',
    async (family, { task }) => {
      const place = machine();
      const { home, work: cwd, root, kept } = place;
      const texts = textsOf([family], place.outside);
      const wrong: string[] = [];
      let runs = 0;
      const drawn = async (from: string, env: ReturnType<typeof envOf>) => {
        const before = picture(root, [kept]);
        const argv = ['sheet', OWN.id, '--drawing', from, '-o', 'made.html', '--clobber'];
        const run = await runToile(argv, { home, cwd, columns: 80, env });
        const { added, changed, removed } = between(before, picture(root, [kept]));
        wrong.push(...[...added, ...changed, ...removed].filter((path) => !path.endsWith('made.html')));
        runs += 1;
        return run;
      };
      try {
        const lively = await hostileService(texts, { names: texts, lively: true });
        writeFileSync(join(cwd, 'mine.svg'), livelyDrawingOf(texts));
        for (const [from, code] of [
          ['fetch', 3],
          ['mine.svg', 2],
        ] as const) {
          const run = await drawn(from, envOf(place, lively.baseUrl));
          expect(run).toMatchObject({ code, out: '' });
          expect(run.err).toContain('cannot be shown on a page: it ');
          expect(existsSync(join(cwd, 'made.html'))).toBe(false);
        }
        await lively.close();
        const service = await hostileService(texts, { names: texts });
        writeFileSync(join(cwd, 'mine.svg'), drawingOf(texts).replace('<svg ', '<svg viewBox="0 0 9 9" '));
        const run = await drawn('mine.svg', envOf(place, service.baseUrl));
        await service.close();
        expect(run).toMatchObject({ code: 0 });
        const page = readFileSync(join(cwd, 'made.html'), 'utf8');
        expect(findPictures(page)).toHaveLength(1);
        wrong.push(...runningIn(page));
      } finally {
        place.remove();
      }
      task.meta.tally = { runs };
      expectNothing(wrong);
    },
  );
});
