/** The assistants that toile can be registered with. */

/** The command with which an assistant starts `toile mcp serve`. It contains no secret. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The location of the settings file of an assistant. `path` is relative to the folder that `base` names: the home
 * folder (`home`), or the settings folder of the system (`settings` or `config`). These two differ only on macOS:
 * `settings` is `~/Library/Application Support`, and `config` is `~/.config`.
 */
export interface ConfigLocation {
  readonly base: 'home' | 'settings' | 'config';
  readonly path: readonly string[];
}

/** An assistant that can start MCP servers: its settings file, and the command that adds a server to it. */
export interface AssistantHost {
  readonly title: string;
  readonly file: ConfigLocation;
  readonly format: 'json' | 'toml';
  /** The member of the settings file that lists the servers, for example `mcpServers`. */
  readonly table: string;
  /** Members that the entry of a server needs besides `command` and `args`, for example `type: "stdio"`. */
  readonly extraMembers?: Readonly<Record<string, unknown>>;
  /** Returns the command that adds a server to the assistant, for example `codex mcp add …`. */
  formatAddCommand?(name: string, entry: ServerCommand): readonly string[];
}

const JSON_HOST = { format: 'json', table: 'mcpServers' } as const;

export const ASSISTANT_HOSTS: Readonly<Record<string, AssistantHost>> = {
  claude: {
    title: 'Claude Code',
    ...JSON_HOST,
    file: { base: 'home', path: ['.claude.json'] },
    formatAddCommand: (name, { command, args }) => [
      ...['claude', 'mcp', 'add', '--scope', 'user', name, '--', command],
      ...args,
    ],
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    ...JSON_HOST,
    file: { base: 'settings', path: ['Claude', 'claude_desktop_config.json'] },
  },
  cursor: { title: 'Cursor', ...JSON_HOST, file: { base: 'home', path: ['.cursor', 'mcp.json'] } },
  vscode: {
    title: 'VS Code',
    format: 'json',
    table: 'servers',
    extraMembers: { type: 'stdio' },
    file: { base: 'settings', path: ['Code', 'User', 'mcp.json'] },
    formatAddCommand: (name, entry) => ['code', '--add-mcp', JSON.stringify({ name, ...entry })],
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    table: 'mcp_servers',
    file: { base: 'home', path: ['.codex', 'config.toml'] },
    formatAddCommand: (name, { command, args }) => ['codex', 'mcp', 'add', name, '--', command, ...args],
  },
  gemini: {
    title: 'Gemini CLI',
    ...JSON_HOST,
    file: { base: 'home', path: ['.gemini', 'settings.json'] },
    // Without `--`, Gemini CLI would read the arguments of the server as its own options.
    formatAddCommand: (name, { command, args }) => [
      ...['gemini', 'mcp', 'add', '--scope', 'user', name, command],
      ...(args.some((arg) => arg.startsWith('-')) ? ['--', ...args] : args),
    ],
  },
  antigravity: {
    title: 'Antigravity',
    ...JSON_HOST,
    file: { base: 'home', path: ['.gemini', 'antigravity', 'mcp_config.json'] },
  },
  windsurf: {
    title: 'Windsurf',
    ...JSON_HOST,
    file: { base: 'home', path: ['.codeium', 'windsurf', 'mcp_config.json'] },
  },
  zed: {
    title: 'Zed',
    format: 'json',
    table: 'context_servers',
    file: { base: 'config', path: ['zed', 'settings.json'] },
  },
};
