/** A Nix expression, for `callPackage`. */

import { type Archives, archive, type Known } from './archive.ts';

/** In Nix `\${` begins an expression. */
const nix = (text: string): string => `"${text.replaceAll(/[\\"$]/g, '\\$&')}"`;

const NIX = {
  'x86_64-linux': 'linux-x64',
  'aarch64-linux': 'linux-arm64',
  'x86_64-darwin': 'darwin-x64',
  'aarch64-darwin': 'darwin-arm64',
} as const;

export function nixExpression(facts: Known, archives: Archives): string {
  const sources = Object.entries(NIX).map(([system, target]) => {
    const { file, sha256 } = archive(archives, target);
    return `    ${nix(system)} = { url = ${nix(facts.addresses.download(file))}; sha256 = ${nix(sha256)}; };`;
  });
  return `{ lib, stdenv, fetchurl, installShellFiles, patchelf }:

let
  sources = {
${sources.join('\n')}
  };
in
stdenv.mkDerivation {
  pname = ${nix(facts.name)};
  version = ${nix(facts.version)};
  src = fetchurl sources.\${stdenv.hostPlatform.system};
  nativeBuildInputs = [ installShellFiles ] ++ lib.optional stdenv.hostPlatform.isLinux patchelf;
  # The program is inside of the executable, which bears a new loader and nothing else.
  dontStrip = true;
  dontPatchELF = true;
  installPhase = ''
    runHook preInstall
    install -Dm755 toile $out/bin/toile
    installManPage man/*.1
    installShellCompletion --cmd toile --bash completions/toile.bash --zsh completions/_toile --fish completions/toile.fish
    install -Dm644 -t $out/share/doc/toile LICENSE THIRD-PARTY-NOTICES.txt
    runHook postInstall
  '';
  postFixup = lib.optionalString stdenv.hostPlatform.isLinux ''
    patchelf --set-interpreter "$(cat $NIX_CC/nix-support/dynamic-linker)" $out/bin/toile
  '';
  meta = {
    description = ${nix(facts.title)};
    homepage = ${nix(facts.addresses.homepage)};
    license = lib.getLicenseFromSpdxId ${nix(facts.licence)};
    mainProgram = "toile";
    platforms = lib.attrNames sources;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
`;
}
