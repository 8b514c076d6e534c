/**
 * Makes the allocator of glibc give memory back: one arena for all threads, and what is large outside of it. Without, a server whose
 * pages are replaced often keeps twice what it needs; the allocator of another libc does not read these.
 */
export const lowMemoryEnvironment = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
} as const;

/**
 * The same for a server, whose compressed pages are replaced by each promote. What is larger than 16 KB, as most of them are, stands outside of the
 * arena, so that what stays in memory between them does not hold what was freed. At most 16,384 pieces do: the kernel allows a process 65,530
 * mappings, and V8 needs some of them.
 */
export const serverMemoryEnvironment = {
  ...lowMemoryEnvironment,
  MALLOC_MMAP_THRESHOLD_: "16384",
  MALLOC_MMAP_MAX_: "16384",
} as const;

/** Bounds the young generation of a process that lives long, in megabytes for each half: what a flip needs for a while is given back. */
export const lowMemoryOptions: readonly string[] = ["--max-semi-space-size=4"];
