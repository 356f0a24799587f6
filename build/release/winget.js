const schema = '1.10.0';

/** The three manifests that winget wants, by their names. */
export function writeWinget({
  version,
  description,
  license,
  homepage,
  publisher,
  place,
  sha256Of,
}) {
  const id = `${publisher}.costctl`;
  const head = (type) =>
    `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${schema}.schema.json\n` +
    `PackageIdentifier: ${id}\nPackageVersion: ${version}\n`;
  const tail = (type) => `ManifestType: ${type}\nManifestVersion: ${schema}\n`;
  const installers = [
    ['x64', 'win32-x64'],
    ['arm64', 'win32-arm64'],
  ].map(([processor, target]) => {
    const file = `costctl-${version}-${target}.zip`;
    return `  - Architecture: ${processor}\n    InstallerUrl: ${place}/${file}\n    InstallerSha256: ${sha256Of(file).toUpperCase()}\n`;
  });
  return {
    [`${id}.yaml`]: `${head('version')}DefaultLocale: en-US\n${tail('version')}`,
    [`${id}.installer.yaml`]:
      `${head('installer')}InstallerType: zip\nNestedInstallerType: portable\nNestedInstallerFiles:\n` +
      `  - RelativeFilePath: costctl.exe\n    PortableCommandAlias: costctl\nCommands:\n  - costctl\n` +
      `Installers:\n${installers.join('')}${tail('installer')}`,
    [`${id}.locale.en-US.yaml`]:
      `${head('defaultLocale')}PackageLocale: en-US\nPublisher: ${publisher}\nPackageName: costctl\n` +
      `PackageUrl: ${homepage}\nLicense: ${license}\nShortDescription: ${JSON.stringify(description)}\n${tail('defaultLocale')}`,
  };
}
