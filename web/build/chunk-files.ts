/** The files of the app's chunks, for those that load them before they are imported. */
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Bundle = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>;

/** Path of a module in web/. */
export const toPath = (module: string) => join(import.meta.dirname, '..', module);

export function findFile(bundle: Bundle, module: string): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId === toPath(module)) ??
    // Vite's chunk groups may have merged the module with others.
    chunks.find(({ moduleIds }) => moduleIds.includes(toPath(module)));
  if (!chunk) throw new Error(`No chunk contains ${module}`);
  return chunk.fileName;
}

/** Adds the file of a chunk, and those of its styles and imports. */
export function collectFiles(bundle: Bundle, file: string, files: Set<string>): void {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || files.has(file)) return;
  files.add(file);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const imported of chunk.imports) collectFiles(bundle, imported, files);
}
