// The types of the library as one file: the compiler writes a declaration file for each source, and API Extractor takes of
// them what the library's entry reaches.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The text of dist/index.d.ts; two runs give the same bytes. */
export async function bundledTypes() {
  const scratch = await mkdtemp(join(tmpdir(), 'evalguard-types-'));
  try {
    await declare(scratch);
    const bundled = join(scratch, 'bundled.d.ts');
    const { succeeded } = Extractor.invoke(configuration(scratch, bundled), {
      messageCallback: (message) => {
        message.handled = true;
        if (message.category === 'Compiler') throw new Error(message.formatMessageWithLocation(scratch));
      },
    });
    if (!succeeded) throw new Error('the declarations cannot be bundled');
    return await readFile(bundled, 'utf8');
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Writes a declaration file for each source. */
async function declare(scratch) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', join(root, 'tsconfig.types.json'), '--pretty', 'false', '--outDir', scratch];
  const complaints = await new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1 << 26 }, (_error, stdout) =>
      resolve(stdout.split('\n').filter((line) => /error TS\d+/.test(line))),
    );
  });
  // What the rules find is inferred from types that they keep to themselves (TS4023). The library names none of them.
  const hurting = complaints.filter((line) => !/error TS4023/.test(line));
  if (hurting.length > 0) throw new Error(`the declarations cannot be written:\n${hurting.join('\n')}`);
}

function configuration(scratch, bundled) {
  const off = { default: { logLevel: 'none' } };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: scratch,
      mainEntryPointFilePath: join(scratch, 'index.d.ts'),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: 'nodenext',
            target: 'es2022',
            allowImportingTsExtensions: true,
            noEmit: true,
            skipLibCheck: true,
            types: ['node'],
            typeRoots: [join(root, 'node_modules/@types')],
          },
          files: ['index.d.ts'],
        },
      },
      dtsRollup: { enabled: true, untrimmedFilePath: bundled },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: off,
        tsdocMessageReporting: off,
      },
    },
    configObjectFullPath: join(scratch, 'api-extractor.json'),
    packageJsonFullPath: join(root, 'package.json'),
  });
}
