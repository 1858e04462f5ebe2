import { strToU8, zipSync } from 'fflate';

export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A day that stands, so that the same words make the same bytes. */
const DAY = new Date('2026-01-01T00:00:00Z');

/** An extension that Claude Desktop installs (MCPB, manifest 0.3): it starts the toile that made it, and holds no key. */
export const bundleOf = ({ name, version, command, args, env }: Bundled): Uint8Array => {
  const manifest = {
    manifest_version: '0.3',
    name,
    display_name: name,
    version,
    description: 'Garments as structured data, each value with its provenance.',
    author: { name: 'toile' },
    server: {
      type: 'binary',
      entry_point: command,
      mcp_config: { command, args: [...args], env: { ...env } },
    },
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  return zipSync({ 'manifest.json': strToU8(text) }, { mtime: DAY });
};
