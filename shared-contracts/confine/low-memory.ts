/**
 * Makes glibc's allocator return freed memory to the kernel: one arena for all threads, and large blocks outside of it (mmap). Without this, a server
 * whose pages are often replaced keeps twice the memory that it needs. The allocators of other libcs ignore these variables.
 */
export const lowMemoryEnvironment = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
} as const;

/**
 * The same for a server, whose compressed pages are replaced by each promote. Blocks of more than 16 KB, which most pages are, are allocated outside of the
 * arena, so that live blocks between them do not prevent the return of freed memory. At most 16,384 blocks are: the kernel allows a process
 * 65,530 mappings, and V8 needs some of them.
 */
export const serverMemoryEnvironment = {
  ...lowMemoryEnvironment,
  MALLOC_MMAP_THRESHOLD_: "16384",
  MALLOC_MMAP_MAX_: "16384",
} as const;

/** Limits the young generation of a long-lived process, in megabytes for each half: the memory that a flip needs is returned afterwards. */
export const lowMemoryOptions: readonly string[] = ["--max-semi-space-size=4"];
