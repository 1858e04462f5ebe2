/** A login into a real keychain, killed at every step: nothing is left that `logout` cannot remove. */
import { execFileSync } from 'node:child_process';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { type MessageBus, startMessageBus } from '../support/message-bus.ts';
import { lab } from './lab.ts';
import { type How, judged, newPlace, said } from './running.ts';
import { type Service, startService } from './service.ts';
import { each, scaled } from './tally.ts';

const MISSING =
  isToolMissing('gnome-keyring-daemon', 'gnome-keyring') ||
  isToolMissing('dbus-daemon', 'dbus') ||
  isToolMissing('dbus-send', 'dbus')
    ? 'there is no keychain here'
    : undefined;

/** How many secrets the keychain holds of an account. */
const secretsOf = ({ address }: MessageBus, account: string, { base }: Service): number => {
  const words = ['--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets'];
  const attributes = `dict:string:string:service,toile,username,${account}@${base}`;
  const said = execFileSync('dbus-send', [
    `--bus=${address}`,
    ...words,
    'org.freedesktop.Secret.Service.SearchItems',
    attributes,
  ]);
  return (said.toString().match(/object path/g) ?? []).length;
};

lab(
  'login',
  'kill at every step, the key in a keychain, then logout',
  async (row) => {
    const bus = await startMessageBus();
    const service = await startService();
    try {
      await bus.keyring('open');
      const env = {
        TOILE_API_KEY: undefined,
        DBUS_SESSION_BUS_ADDRESS: bus.address,
        XDG_RUNTIME_DIR: bus.env.XDG_RUNTIME_DIR,
      };
      const how: How = { env, skip: ['/state/requests'] };
      const login = (account: string) => ['login', '--with-key', '--account', account];

      /** Brought down somewhere on its way, then signed out. */
      const fallen = async (account: string, at: number, after?: number): Promise<boolean> => {
        const place = await newPlace(service);
        try {
          const running = place.start(login(account), {
            ...how,
            stdin: service.key,
            fault: after === undefined ? { mode: 'kill', at } : { mode: 'count', at: 0 },
          });
          const timer = after === undefined ? undefined : setTimeout(() => running.goneAll(), after);
          const ended = judged(row, await running.ended);
          clearTimeout(timer);
          if (ended.signal !== 'SIGKILL' && after === undefined) return false;
          row.sequences += 1;
          if (ended.signal === 'SIGKILL') row.kills += 1;
          const where = `${account}: ${ended.steps.at(at - 1)?.what ?? ''} ${ended.steps.at(at - 1)?.path ?? ''}`;
          const out = judged(row, await place.run(['logout', '--account', account], how));
          row.holds([0, 2].includes(out.code ?? -1), `${where}: ${said(out)}`);
          const left = secretsOf(bus, account, service);
          row.holds(left === 0, `${where}: ${left} secrets after logout: ${said(out)}`);
          return true;
        } finally {
          place.remove();
        }
      };

      const place = await newPlace(service);
      const whole = judged(
        row,
        await place.run(login('whole'), { ...how, stdin: service.key, fault: { mode: 'count', at: 0 } }),
      );
      row.holds(whole.code === 0 && secretsOf(bus, 'whole', service) === 1, said(whole));
      const out = judged(row, await place.run(['logout', '--account', 'whole'], how));
      row.holds(out.code === 0 && secretsOf(bus, 'whole', service) === 0, said(out));
      place.remove();

      const steps = Array.from({ length: whole.steps.length }, (_, at) => at + 1);
      await each(steps, async (at) => void (await fallen(`step-${at}`, at)));
      const times = Array.from({ length: scaled(25) }, (_, at) => at);
      await each(
        times,
        async (at) => void (await fallen(`time-${at}`, 0, whole.ms * (0.3 + (0.7 * at) / times.length))),
      );
    } finally {
      await service.close();
      await bus.stop();
    }
  },
  { alone: true, unless: MISSING },
);
