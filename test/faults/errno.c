/*
 * Loaded before the program (LD_PRELOAD): the system says one word for whatever is done with a file below a folder.
 *
 * REFUSE_BELOW  the folder
 * REFUSE_WITH   the number of the errno
 * REFUSE_WHAT   `change` refuses only what would change the disk; `open` reading too, as the system does where a path
 *               cannot be walked or no more files may be open
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_below(const char *path) {
  const char *root = getenv("REFUSE_BELOW");
  size_t length = root == NULL ? 0 : strlen(root);
  if (length == 0 || path == NULL) return 0;
  return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static int refuses(const char *path, int changes) {
  const char *what = getenv("REFUSE_WHAT");
  if (!is_below(path) || (!changes && (what == NULL || strcmp(what, "open") != 0))) return 0;
  errno = atoi(getenv("REFUSE_WITH"));
  return 1;
}

#define CHANGES(flags) (((flags) & O_ACCMODE) != O_RDONLY || ((flags) & (O_CREAT | O_TRUNC)) != 0)
#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define OPEN(name)                                       \
  int name(const char *path, int flags, ...) {           \
    va_list rest;                                        \
    va_start(rest, flags);                               \
    int mode = va_arg(rest, int);                        \
    va_end(rest);                                        \
    REAL(name);                                          \
    return refuses(path, CHANGES(flags)) ? -1 : real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                     \
  int name(int folder, const char *path, int flags, ...) { \
    va_list rest;                                        \
    va_start(rest, flags);                               \
    int mode = va_arg(rest, int);                        \
    va_end(rest);                                        \
    REAL(name);                                          \
    return refuses(path, CHANGES(flags)) ? -1 : real(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

#define ONE(name, type, argument)                        \
  int name(const char *path, type argument) {            \
    REAL(name);                                          \
    return refuses(path, 1) ? -1 : real(path, argument); \
  }
ONE(mkdir, mode_t, mode)
ONE(chmod, mode_t, mode)

#define TWO(name)                                        \
  int name(const char *from, const char *to) {           \
    REAL(name);                                          \
    return refuses(from, 1) || refuses(to, 1) ? -1 : real(from, to); \
  }
TWO(rename)
TWO(link)
TWO(symlink)

#define AWAY(name)                                       \
  int name(const char *path) {                           \
    REAL(name);                                          \
    return refuses(path, 1) ? -1 : real(path);           \
  }
AWAY(unlink)
AWAY(rmdir)

DIR *opendir(const char *path) {
  REAL(opendir);
  return refuses(path, 0) ? NULL : real(path);
}
