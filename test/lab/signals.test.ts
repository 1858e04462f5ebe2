/** Every process ends within a second of a signal, whatever it waits for, and leaves terminal and folders as they were. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { BIN } from '../support/run-program.ts';
import { trying } from './lab.ts';
import { D } from './paid.ts';
import { endAll, type Living, living, MARK, toileIn, waiting } from './processes.ts';
import { type How, newPlace, type Place, type Running, type Step, said } from './running.ts';
import { designs, idOf, type Options, refusal, type Service } from './service.ts';
import type { Row } from './tally.ts';
import { doneBut, instead, silent } from './troubles.ts';

const EXITS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Signal = keyof typeof EXITS;
const SIGNALS = Object.keys(EXITS) as Signal[];
const LIMIT_MS = 1000;

interface At {
  readonly row: Row;
  readonly service: Service;
  readonly place: Place;
}

/** A command, and what it waits for. */
interface Wait {
  readonly command: string;
  readonly what: string;
  readonly argv: readonly string[];
  readonly service?: Options;
  /** What is held open ends well when it is ended. */
  readonly held?: true;
  /** It looks again and again, so that it is never seen to stand still: what it does when it begins to. */
  readonly polls?: Step;
  /** Before it starts; what it gives is how to start it. */
  before?(at: At): How | Promise<How>;
  after?(at: At): void;
}

/** A folder of the process table that names what never ends. */
const SLEEPS = 'sleep 4711 & sleep 4712';

const fifo = (place: Place, name: string): string => {
  execFileSync('mkfifo', [place.file(name)]);
  return place.file(name);
};

const noParts = ({ row, place }: At): void => {
  const left = readdirSync(place.work, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.part'),
  );
  row.holds(left.length === 0, `left behind: ${left.join(', ')}`);
};

const hangs =
  (route: Parameters<Service['on']>[0], bytes = -1) =>
  ({ service }: At): How => {
    service.on(route, 'always', doneBut({ hang: bytes }));
    return {};
  };

const holders = new Map<string, Running>();

const WAITS: readonly Wait[] = [
  {
    command: 'login --with-key',
    what: 'stdin',
    argv: ['login', '--with-key', '--insecure-storage'],
    before: () => ({ stdin: 'open', env: { TOILE_API_KEY: undefined } }),
  },
  { command: 'export -', what: 'stdin', argv: ['export', '-'], before: () => ({ stdin: 'open' }) },
  {
    command: 'api --body -',
    what: 'stdin',
    argv: ['api', `v1/designs/${D}/exports`, '-X', 'POST', '--body', '-'],
    before: () => ({ stdin: 'open' }),
  },
  {
    command: 'techpack request --body -',
    what: 'stdin',
    argv: ['techpack', 'request', D, '--yes', '--body', '-'],
    before: () => ({ stdin: 'open' }),
    after: ({ row, service }) => row.is('posts', 'it was sent', service.posts.length),
  },
  {
    command: 'me',
    what: 'a FIFO in TOILE_API_KEY_FILE',
    argv: ['me'],
    before: ({ place }) => ({ env: { TOILE_API_KEY: undefined, TOILE_API_KEY_FILE: fifo(place, 'key') } }),
  },
  {
    command: 'me',
    what: 'a FIFO that somebody holds open',
    argv: ['me'],
    before: ({ place }) => {
      const path = fifo(place, 'key');
      // Its other end, which says nothing.
      const held = openSync(path, constants.O_RDWR);
      setTimeout(() => closeSync(held), 20_000).unref();
      return { env: { TOILE_API_KEY: undefined, TOILE_API_KEY_FILE: path } };
    },
  },
  {
    command: 'me',
    what: 'a key command and what it started',
    argv: ['me'],
    before: () => ({ env: { TOILE_API_KEY: undefined, TOILE_KEY_COMMAND: SLEEPS } }),
  },
  {
    command: 'me',
    what: 'a keychain that never answers',
    argv: ['me'],
    before: async ({ place, service }) => {
      const path = `${place.root}/bus`;
      const bus = createServer(() => undefined).listen(path);
      bus.unref();
      await new Promise((resolve) => bus.once('listening', resolve));
      const account = { name: 'studio', base_url: service.base, storage: 'keychain', kind: 'api_key' };
      writeFileSync(
        `${place.home}/accounts.json`,
        JSON.stringify({ version: 1, current: 'studio', accounts: [account] }),
      );
      return { env: { TOILE_API_KEY: undefined, DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` } };
    },
  },
  { command: 'me', what: 'the network', argv: ['me'], before: hangs('me') },
  {
    command: 'designs ls --all',
    what: 'the network',
    argv: ['designs', 'ls', '--all'],
    before: hangs('designs', 10),
  },
  {
    command: 'designs ls --all',
    what: 'a reader that does not read',
    argv: ['designs', 'ls', '--all', '--json'],
    service: { designs: designs(3000) },
    before: ({ place }) => ({ stdout: openSync(fifo(place, 'out'), constants.O_RDWR) }),
  },
  {
    command: 'me',
    what: 'the rate limit',
    argv: ['me', '--max-wait', '1h'],
    before: ({ service }) => {
      service.on('me', 'always', instead(refusal(429, 'RATE_LIMITED', { 'retry-after': '600' })));
      return {};
    },
  },
  {
    command: 'export',
    what: 'the download',
    argv: ['export', D, '-o', 'x.svg'],
    service: { size: 400_000 },
    before: hangs('document', 200_000),
    after: (at) => {
      noParts(at);
      at.row.holds(!existsSync(at.place.file('x.svg')), 'half a file at its final name', 'kept');
    },
  },
  {
    command: 'techpack request --wait --download',
    what: 'the pack',
    argv: ['techpack', 'request', D, '--yes', '--wait', '--download', 'pk.pdf'],
    after: noParts,
  },
  {
    command: 'techpack request',
    what: 'the answer to its post',
    argv: ['techpack', 'request', D, '--yes'],
    before: ({ service }) => {
      service.on('tech-packs', 'always', silent);
      return {};
    },
  },
  { command: 'pull', what: 'the network', argv: ['pull', 'season'], before: hangs('graph', 10) },
  {
    command: 'tools ls',
    what: 'the tool server',
    argv: ['tools', 'ls'],
    before: ({ service }) => {
      service.on('none', 'always', silent);
      return { env: { TOILE_MCP_URL: `${service.base}/mcp` } };
    },
  },
  {
    command: 'mcp serve',
    what: 'its assistant',
    argv: ['mcp', 'serve'],
    held: true,
    before: () => ({ stdin: 'open' }),
  },
  { command: 'sandbox start', what: 'requests', argv: ['sandbox', 'start'], held: true },
  {
    command: 'sandbox run',
    what: 'its child and grandchild',
    argv: ['sandbox', 'run', '--', 'sh', '-c', SLEEPS],
  },
  {
    command: 'sandbox run',
    what: 'a child that takes its time to end',
    argv: [
      'sandbox',
      'run',
      '--',
      'bash',
      '-c',
      'trap "sleep 0.1; echo ended > ended; exit 0" INT TERM HUP; while :; do sleep 0.05; done',
    ],
    after: ({ row, place }) =>
      row.holds(existsSync(place.file('ended')), 'its child was not let come to its end'),
  },
  {
    command: 'sandbox run',
    what: 'a child that takes no notice',
    argv: ['sandbox', 'run', '--', 'bash', '-c', 'trap "" INT TERM HUP; while :; do sleep 0.05; done'],
  },
  {
    command: 'techpack request',
    what: 'another toile that holds the record',
    argv: ['techpack', 'request', D, '--yes'],
    polls: { what: 'rename', path: 'purchases.json.lock/held' },
    service: { designs: designs(2) },
    before: async ({ place, service: { base, key } }) => {
      const other = ['techpack', 'request', idOf(2), '--yes'];
      const tried = await (await newPlace({ base, key })).run(other, { fault: { mode: 'count', at: 0 } });
      // Where it writes, it holds the record.
      const at =
        1 + tried.steps.findIndex(({ what, path }) => what === 'write' && path.includes('purchases.json'));
      const holder = place.start(other, { fault: { mode: 'stop', at } });
      await holder.stopped();
      holders.set(place.root, holder);
      return {};
    },
    after: ({ place }) => holders.get(place.root)?.kill('SIGKILL'),
  },
];

/** Ends in time: the figures, whatever became of it. `isIts` tells it from what was put around it. */
const endsInTime = async (
  row: Row,
  mark: string,
  began: number,
  isIts = (_: Living): boolean => true,
): Promise<readonly Living[]> => {
  let left = living(mark).filter(isIts);
  while (left.length > 0 && performance.now() - began < LIMIT_MS) {
    await sleep(15);
    left = living(mark).filter(isIts);
  }
  row.is('alive', left.map(({ words }) => words.slice(-80)).join(' + '), left.length);
  return left;
};

for (const wait of WAITS) {
  for (const signal of SIGNALS) {
    trying(wait.command, `waiting for ${wait.what}: ${signal}`, wait.service ?? {}, async (at) => {
      const { row, place } = at;
      row.sequences += 1;
      row.signals += 1;
      const mark = `${process.pid}-${Math.random().toString(36).slice(2)}`;
      const how = (await wait.before?.(at)) ?? {};
      const running = place.start(wait.argv, {
        ...how,
        ...(wait.polls && { fault: { mode: 'count', at: 0 } }),
        env: { ...how.env, [MARK]: mark },
      });
      try {
        await (wait.polls ? running.reached(wait.polls) : waiting(() => running.pid));
        const began = performance.now();
        let behind: readonly Living[] = [];
        running.child.once('exit', () => {
          behind = living(mark);
        });
        running.kill(signal);
        const left = await endsInTime(row, mark, began);
        endAll(mark);
        const ended = await running.ended;
        row.holds(behind.length === 0, `it returned before ${behind.map(({ words }) => words).join(' + ')}`);
        const right = ended.code === EXITS[signal] || (wait.held && ended.code === 0);
        row.holds(left.length > 0 || right === true, `exit ${ended.code}: ${said(ended)}`);
        wait.after?.(at);
      } finally {
        endAll(mark);
        running.kill('SIGKILL');
      }
    });
  }
}

// --- on a terminal --------------------------------------------------------------------------------------

interface Screen {
  readonly command: string;
  readonly what: string;
  /** What is typed in the shell, behind the program. */
  readonly words: string;
  /** What appears when it waits. */
  readonly shows: RegExp;
  readonly service?: Options;
  readonly env?: Readonly<Record<string, string | undefined>>;
  before?(at: At): void;
  after?(at: At): void;
}

const SCREENS: readonly Screen[] = [
  {
    command: 'login',
    what: 'a prompt that hides what is typed',
    words: 'login --insecure-storage',
    shows: /API key/,
    env: { TOILE_API_KEY: undefined },
  },
  { command: 'techpack request', what: 'a yes', words: `techpack request ${D}`, shows: /Request it\?/ },
  {
    command: 'graph',
    what: 'a choice',
    words: 'graph',
    shows: /Design 2/,
    service: { designs: designs(40) },
  },
  {
    command: 'designs ls',
    what: 'less',
    words: 'designs ls --all',
    shows: /Design 20/,
    service: { designs: designs(200) },
    env: { TOILE_PAGER: 'less' },
  },
  {
    command: 'designs ls',
    what: 'a pager that started others',
    words: 'designs ls --all',
    shows: /pages/,
    service: { designs: designs(200) },
    env: { TOILE_PAGER: 'cat > /dev/null; echo pages; sleep 4711 & sleep 4712' },
  },
  {
    command: 'export',
    what: 'the download, with its bar',
    words: `export ${D} -o x.svg`,
    shows: /kB/,
    service: { size: 400_000 },
    before: hangs('document', 200_000),
    after: noParts,
  },
  {
    command: 'techpack request --wait',
    what: 'the pack, with its clock',
    words: `techpack request ${D} --yes --wait --download pk.pdf`,
    shows: /composing \(0:0[1-9]\)/,
    after: noParts,
  },
];

const MISSING =
  isToolMissing('script', 'bsdutils') || isToolMissing('less', 'less')
    ? 'script or less is missing'
    : undefined;

/** Runs a line in a shell on a terminal of its own, and waits until it shows what it waits for. */
const onScreen = async ({ place }: At, { words, shows, env }: Screen, mark: string) => {
  const script = `stty rows 24 cols 100; stty -a > modes-before; '${process.execPath}' '${BIN}' ${words}; echo $? > code; stty -a > modes-after`;
  writeFileSync(place.file('line.sh'), script);
  chmodSync(place.file('line.sh'), 0o755);
  const all: Record<string, string> = { ...place.env, TERM: 'xterm-256color', [MARK]: mark };
  for (const [name, value] of Object.entries(env ?? {})) {
    if (value === undefined) delete all[name];
    else all[name] = value;
  }
  const child = spawn('script', ['-qec', 'bash ./line.sh', '/dev/null'], {
    cwd: place.work,
    env: all,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let screen = '';
  child.stdout.on('data', (text) => {
    screen += text;
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const until = performance.now() + 15_000;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what steers the terminal is taken out
  while (!shows.test(screen.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, ''))) {
    if (performance.now() > until)
      throw new Error(`it never showed ${shows}: ${JSON.stringify(screen.slice(-500))}`);
    await sleep(20);
  }
  await waiting(() => toileIn(mark)?.pid);
  return { child, gone };
};

/** The shell on the terminal looks at its modes when the program has ended. */
const isIts = ({ words }: Living): boolean => !/^script |line\.sh|^stty /.test(words);

for (const screen of SCREENS) {
  for (const signal of [...SIGNALS, 'a closed terminal'] as const) {
    trying(
      screen.command,
      `on a terminal, waiting for ${screen.what}: ${signal}`,
      screen.service ?? {},
      async (at) => {
        const { row, place } = at;
        row.sequences += 1;
        row.signals += 1;
        screen.before?.(at);
        const mark = `${process.pid}-${Math.random().toString(36).slice(2)}`;
        try {
          const { child, gone } = await onScreen(at, screen, mark);
          const toile = toileIn(mark);
          const began = performance.now();
          if (signal === 'a closed terminal') child.kill('SIGKILL');
          else if (toile) process.kill(toile.pid, signal);
          const left = await endsInTime(row, mark, began, isIts);
          for (const { pid } of left) process.kill(pid, 'SIGKILL');
          if (signal !== 'a closed terminal') {
            await Promise.race([gone, sleep(3000)]);
            const read = (name: string): string =>
              existsSync(place.file(name)) ? readFileSync(place.file(name), 'utf8') : '';
            row.holds(
              left.length > 0 || read('code').trim() === String(EXITS[signal]),
              `exit ${read('code').trim()}`,
            );
            row.holds(
              read('modes-after') === read('modes-before'),
              'the terminal has other modes than before',
            );
          }
          screen.after?.(at);
        } finally {
          endAll(mark);
          rmSync(place.file('line.sh'), { force: true });
        }
      },
      { unless: MISSING },
    );
  }
}
