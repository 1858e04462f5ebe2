/** The assistants that toile can be registered with. */

/** What starts the server; nothing secret is in it. */
export interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where a file of settings stands: below the home, or below the folder that the system has for settings. */
export interface Whereabouts {
  readonly under: 'home' | 'settings' | 'config';
  readonly path: readonly string[];
}

/** How one assistant is told of a server. */
export interface Host {
  readonly title: string;
  readonly file: Whereabouts;
  readonly format: 'json' | 'toml';
  /** The member that holds its servers. */
  readonly table: string;
  /** Members that it wants beside. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Its own command that adds one, for whoever would rather type. */
  command?(name: string, entry: Entry): readonly string[];
}

const json = { format: 'json', table: 'mcpServers' } as const;

export const HOSTS: Readonly<Record<string, Host>> = {
  claude: {
    title: 'Claude Code',
    ...json,
    file: { under: 'home', path: ['.claude.json'] },
    command: (name, { command, args }) => [
      ...['claude', 'mcp', 'add', '--scope', 'user', name, '--', command],
      ...args,
    ],
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    ...json,
    file: { under: 'settings', path: ['Claude', 'claude_desktop_config.json'] },
  },
  cursor: { title: 'Cursor', ...json, file: { under: 'home', path: ['.cursor', 'mcp.json'] } },
  vscode: {
    title: 'VS Code',
    format: 'json',
    table: 'servers',
    beside: { type: 'stdio' },
    file: { under: 'settings', path: ['Code', 'User', 'mcp.json'] },
    command: (name, entry) => ['code', '--add-mcp', JSON.stringify({ name, ...entry })],
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    table: 'mcp_servers',
    file: { under: 'home', path: ['.codex', 'config.toml'] },
    command: (name, { command, args }) => ['codex', 'mcp', 'add', name, '--', command, ...args],
  },
  gemini: {
    title: 'Gemini CLI',
    ...json,
    file: { under: 'home', path: ['.gemini', 'settings.json'] },
    // Without the hyphens in front it would read the arguments of the server as its own.
    command: (name, { command, args }) => [
      ...['gemini', 'mcp', 'add', '--scope', 'user', name, command],
      ...(args.some((arg) => arg.startsWith('-')) ? ['--', ...args] : args),
    ],
  },
  antigravity: {
    title: 'Antigravity',
    ...json,
    file: { under: 'home', path: ['.gemini', 'antigravity', 'mcp_config.json'] },
  },
  windsurf: {
    title: 'Windsurf',
    ...json,
    file: { under: 'home', path: ['.codeium', 'windsurf', 'mcp_config.json'] },
  },
  zed: {
    title: 'Zed',
    format: 'json',
    table: 'context_servers',
    file: { under: 'config', path: ['zed', 'settings.json'] },
  },
};
