/**
 * Makes the allocator of glibc give memory back: one arena for all threads, and what is large outside of it. Without, a server whose
 * pages are replaced often keeps twice what it needs; the allocator of another libc does not read these.
 */
export const lowMemoryEnvironment = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
} as const;

/** Bounds the young generation of a process that lives long, in megabytes for each half: what a flip needs for a while is given back. */
export const lowMemoryOptions: readonly string[] = ["--max-semi-space-size=4"];
