/**
 * Two machines that share one key by a real engine and order the same Tech Pack at the same moment, 200 times, with
 * kill -9 at random points of either or both, the engine killed on the way, and one clock an hour ahead. No request may
 * be sent twice, and none be forgotten: each design has one purchase in the end, or a request of unknown fate, and both
 * machines say so.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startEngine } from '../shared/engine.ts';
import { machine } from '../shared/machine.ts';
import { designOf, each } from '../soak/program.ts';
import { purchaseService } from '../soak/service.ts';
import { needs } from '../support/needs.ts';

const RACES = 200;

interface Listed {
  readonly design_id: string;
  readonly state: string;
}

const isMissing = needs('redis-server', 'redis-server') || needs('faketime', 'faketime');

it.skipIf(isMissing)(
  `two machines send one of two requests for a Tech Pack, ${RACES} times`,
  async ({ task }) => {
    const [engine, service] = [await startEngine(), await purchaseService()];
    onTestFinished(service.close);
    const [one, two] = [
      await machine(service.baseUrl, engine.url),
      await machine(service.baseUrl, engine.url, {}, '+1h'),
    ];
    // The kill falls anywhere between the start of the program and its end, however busy this machine is.
    const began = performance.now();
    await one.run('techpack', 'ls', '--json');
    const usual = performance.now() - began;
    const bought = (design: string): number => service.created.get(design) ?? 0;
    const wrong: string[] = [];
    const sums = { 'bought in the race': 0, 'sent by a later command': 0, 'of unknown fate': 0 };

    await each(RACES, 2, async (number) => {
      const design = designOf(number);
      const words = ['techpack', 'request', design, '--yes', '--json'] as const;
      const isSlow = number % 2 === 0;
      if (isSlow) service.troubles.set(design, 'slow');
      const both = [one.run(...words), two.run(...words)];
      const victims = [both.slice(0, 1), both.slice(1), both][number % 3] ?? [];
      const ends = victims.map((victim) =>
        setTimeout(() => victim.kill('SIGKILL'), usual * (0.5 + 1.5 * Math.random())),
      );
      await Promise.all(both);
      for (const end of ends) clearTimeout(end);
      if (isSlow) await sleep(310);
      const inRace = bought(design);
      // As a pipeline that is run again, on either machine; where all is well, of every third race.
      const later =
        inRace === 1 && number % 3 > 0 ? undefined : await (randomInt(2) === 0 ? one : two).run(...words);
      if (bought(design) > 1) wrong.push(`${design}: ${inRace} in the race, ${bought(design)} in the end`);
      const isUnknown = later?.stderr.includes('fate_unknown') ?? false;
      if (bought(design) === 0 && !isUnknown)
        wrong.push(`${design}: none, and ${later?.exitCode}: ${later?.stderr}`);
      sums[isUnknown ? 'of unknown fate' : inRace === 1 ? 'bought in the race' : 'sent by a later command'] +=
        1;
    });

    expect(wrong).toEqual([]);
    const lists = await Promise.all([one, two].map(({ run }) => run('techpack', 'ls', '--json')));
    const [mine = [], theirs = []] = lists.map(
      ({ stdout }): readonly Listed[] => JSON.parse(stdout).requests,
    );
    expect(mine).toEqual(theirs);
    expect(new Set(mine.map(({ design_id }) => design_id)).size).toBe(RACES);
    for (const { design_id, state } of mine)
      if (!['composing', 'payment_due', 'fate_unknown', 'refused'].includes(state))
        wrong.push(`${design_id}: ${state}`);
    expect(wrong).toEqual([]);
    task.meta.told = [
      `${RACES} races of two machines for a Tech Pack, kill -9 in each: ` +
        Object.entries(sums)
          .map(([name, count]) => `${count} ${name}`)
          .join(', ') +
        '; sent twice: 0, forgotten: 0',
    ];
  },
);
