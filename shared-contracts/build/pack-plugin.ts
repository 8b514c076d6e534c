import type { Compiler, RspackPluginInstance, Stats } from "@rspack/core";
import type { DescribePlugin } from "./describe-plugin.ts";
import { type PackedPackage, packRelease } from "./pack-release.ts";
import { readProvenance } from "./read-provenance.ts";
import { readSurface } from "./read-surface.ts";

/**
 * Packs a package's release when all its bundles are built; `dist/` then holds an unsigned `release.json`. One instance stands in the
 * configuration of every bundle. Nothing is packed while one of them has errors.
 */
export class PackPlugin implements RspackPluginInstance {
  readonly #package: PackedPackage;
  readonly #server: DescribePlugin;
  readonly #bundles = new Map<Compiler, Stats | undefined>();

  constructor(packed: PackedPackage, server: DescribePlugin) {
    this.#package = packed;
    this.#server = server;
  }

  apply(compiler: Compiler): void {
    this.#bundles.set(compiler, undefined);
    compiler.hooks.done.tapPromise({ name: "PackPlugin", stage: 100 }, async (stats) => {
      this.#bundles.set(compiler, stats);
      // Bundles that depend on this one are built again after it, also by a build that watches.
      for (const other of this.#bundles.keys())
        if (other.options.dependencies?.includes(compiler.name ?? "")) this.#bundles.set(other, undefined);
      const built = [...this.#bundles.values()].flatMap((one) => (one && !one.hasErrors() ? [one] : []));
      if (built.length === this.#bundles.size) await this.#pack(built);
    });
  }

  async #pack(bundles: readonly Stats[]): Promise<void> {
    const { islands, head, messages } = await this.#server.read();
    packRelease(this.#package, islands, toFilesByChunk(bundles), {
      head,
      source: readSurface(this.#package),
      messages: Object.fromEntries(Object.entries(messages).map(([locale, ids]) => [locale, ids.length])),
      provenance: readProvenance(this.#package),
    });
  }
}

/** The files of each chunk with what it needs before it runs, by chunk name. */
export function toFilesByChunk(bundles: readonly Stats[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { compilation } of bundles) {
    for (const group of compilation.chunkGroups) {
      if (group.name) files.set(group.name, [...new Set(group.getFiles())]);
    }
    for (const chunk of compilation.chunks) {
      if (chunk.name && !files.has(chunk.name)) files.set(chunk.name, [...chunk.files]);
    }
  }
  return files;
}
