/** The formula for a Homebrew tap: the executables of the release. */
export function writeFormula({ version, description, license, homepage, place, sha256Of }) {
  const targets = [
    ['on_macos', 'on_arm', 'darwin-arm64'],
    ['on_macos', 'on_intel', 'darwin-x64'],
    ['on_linux', 'on_arm', 'linux-arm64'],
    ['on_linux', 'on_intel', 'linux-x64'],
  ];
  const blocks = ['on_macos', 'on_linux'].map((system) => {
    const inner = targets
      .filter(([one]) => one === system)
      .map(([, processor, target]) => {
        const file = `costctl-${version}-${target}.tar.gz`;
        return `    ${processor} do\n      url "${place}/${file}"\n      sha256 "${sha256Of(file)}"\n    end\n`;
      });
    return `  ${system} do\n${inner.join('')}  end\n`;
  });
  return `class Costctl < Formula
  desc "${description.replace(/\.$/, '').replaceAll('"', '\\"')}"
  homepage "${homepage}"
  version "${version}"
  license "${license}"

${blocks.join('\n')}
  def install
    bin.install "costctl"
    man1.install "costctl.1"
    generate_completions_from_executable(bin/"costctl", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/costctl --version")
  end
end
`;
}
