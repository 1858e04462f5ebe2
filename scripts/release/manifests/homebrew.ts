/** The formula of Homebrew, for macOS and Linux. */

import { type Archives, archive, type Known } from './archive.ts';

/** Quotes a text for Ruby. Single quotes keep every character but themselves and the backslash. */
const ruby = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

export function formula(facts: Known, archives: Archives): string {
  const at = (target: string): string => {
    const { file, sha256 } = archive(archives, target);
    return `url ${ruby(facts.addresses.download(file))}\n      sha256 ${ruby(sha256)}`;
  };
  return `class Toile < Formula
  desc ${ruby(facts.title)}
  homepage ${ruby(facts.addresses.homepage)}
  version ${ruby(facts.version)}
  license ${ruby(facts.licence)}

  on_macos do
    on_arm do
      ${at('darwin-arm64')}
    end
    on_intel do
      ${at('darwin-x64')}
    end
  end

  on_linux do
    on_arm do
      ${at('linux-arm64')}
    end
    on_intel do
      ${at('linux-x64')}
    end
  end

  def install
    bin.install 'toile'
    man1.install Dir['man/*.1']
    bash_completion.install 'completions/toile.bash' => 'toile'
    zsh_completion.install 'completions/_toile'
    fish_completion.install 'completions/toile.fish'
    doc.install 'THIRD-PARTY-NOTICES.txt'
  end

  test do
    assert_equal "toile #{version}", shell_output("#{bin}/toile --version").chomp
  end
end
`;
}
