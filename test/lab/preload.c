/*
 * Loaded before a program by the fault laboratory (LD_PRELOAD). Counts what the program changes below LAB_ROOT and
 * what it sends over the network, across all its threads and children, and at the N-th such step does what LAB_STATE
 * says: kill the whole process group, fail the call, or stop the process until somebody lets it go on.
 *
 * LAB_STATE  a file of four 32-bit numbers: steps so far, the step that is meant, what to do there, an errno
 * LAB_LOG    a file that gets one line a step
 * LAB_ROOT   folders, with colons between
 * LAB_ONLY   what is a step and a part of its path, with a space between; everything where it is not set
 * LAB_SKIP   parts of paths that are no steps all the same, with colons between; `network` for what is sent
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { COUNT, KILL, HALF, FAIL, FULL, STOP, POWER };
enum { GO = 0, GO_HALF = 1, REFUSE = -1 };

struct shared {
  _Atomic uint32_t steps;
  uint32_t at;
  uint32_t mode;
  int32_t error;
};

static struct shared *shared;
static int log_fd = -1;
static char roots[4096];
static const char *skipped;
static const char *only;

/* Files that were written and not synced: a loss of power takes their bytes. */
struct unsynced {
  dev_t device;
  ino_t inode;
  char path[512];
};
#define MOST_UNSYNCED 4096
static struct unsynced unsynced[MOST_UNSYNCED];
static int unsynced_count;
static pthread_mutex_t unsynced_lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
  const char *state = getenv("LAB_STATE");
  const char *log = getenv("LAB_LOG");
  const char *root = getenv("LAB_ROOT");
  if (state == NULL || root == NULL) return;
  snprintf(roots, sizeof roots, "%s", root);
  skipped = getenv("LAB_SKIP");
  only = getenv("LAB_ONLY");
  int fd = syscall(SYS_openat, AT_FDCWD, state, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (map == MAP_FAILED) return;
  if (log != NULL) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  shared = map;
}

static int is_skipped(const char *path) {
  for (const char *word = skipped; word != NULL && *word != '\0';) {
    size_t length = strcspn(word, ":");
    if (length > 0 && memmem(path, strlen(path), word, length) != NULL) return 1;
    word += length;
    if (*word == ':') word++;
  }
  return 0;
}

static int is_meant(const char *what, const char *path) {
  if (only == NULL) return 1;
  size_t length = strcspn(only, " ");
  return strlen(what) == length && strncmp(what, only, length) == 0 && strstr(path, only + length + 1) != NULL;
}

static int below_root(const char *path) {
  if (is_skipped(path)) return 0;
  for (const char *root = roots; *root != '\0';) {
    size_t length = strcspn(root, ":");
    if (length > 0 && strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0')) return 1;
    root += length;
    if (*root == ':') root++;
  }
  return 0;
}

static int path_of_fd(int fd, char *out) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, out, PATH_MAX - 1);
  out[length < 0 ? 0 : length] = '\0';
  return length > 0;
}

/* The absolute name; 1 where it is below a root. */
static int watched(int folder, const char *path, char *out) {
  if (shared == NULL || path == NULL) return 0;
  if (path[0] == '/') snprintf(out, PATH_MAX, "%s", path);
  else {
    char base[PATH_MAX];
    if (folder == AT_FDCWD ? getcwd(base, sizeof base) == NULL : !path_of_fd(folder, base)) return 0;
    if (strlen(base) + strlen(path) + 2 > PATH_MAX) return 0;
    strcpy(out, base);
    strcat(out, "/");
    strcat(out, path);
  }
  return below_root(out);
}

static int watched_fd(int fd, char *out) {
  if (shared == NULL || fd < 0 || !path_of_fd(fd, out)) return 0;
  if (out[0] == '/') return below_root(out);
  if (strncmp(out, "socket:", 7) != 0) return 0;
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  if (getpeername(fd, (struct sockaddr *)&peer, &size) != 0) return 0;
  if (peer.ss_family != AF_INET && peer.ss_family != AF_INET6) return 0;
  strcpy(out, "network");
  return !is_skipped(out);
}

static void lose_power(void) {
  pthread_mutex_lock(&unsynced_lock);
  for (int at = 0; at < unsynced_count; at++) syscall(SYS_truncate, unsynced[at].path, 0L);
}

/* Called before each step. May not come back. */
static int step(const char *what, const char *path) {
  if (shared == NULL || !is_meant(what, path)) return GO;
  uint32_t number = atomic_fetch_add(&shared->steps, 1) + 1;
  if (log_fd >= 0) {
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%u %s %s\n", number, what, path);
    if (length > 0) syscall(SYS_write, log_fd, line, (size_t)length);
  }
  uint32_t at = shared->at;
  if (at == 0 || number < at) return GO;
  switch (shared->mode) {
    case FULL:
      /* A full disk still takes names away, and gives things that are there another one. */
      if (strcmp(path, "network") == 0 || strcmp(what, "unlink") == 0 || strcmp(what, "rename") == 0) return GO;
      if (strcmp(what, "sync") == 0 || strcmp(what, "chmod") == 0) return GO;
      errno = shared->error;
      return REFUSE;
    case FAIL:
      if (number != at) return GO;
      errno = shared->error;
      return REFUSE;
    case STOP:
      /* To this thread, which then goes no further; of the process any other could take it first. */
      if (number == at) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGSTOP);
      return GO;
    case KILL:
    case HALF:
    case POWER:
      if (number == at && shared->mode == HALF && strcmp(what, "write") == 0) return GO_HALF;
      if (number == at && shared->mode == POWER) lose_power();
      if (number == at) syscall(SYS_kill, 0, SIGKILL);
      /* Behind the end no other thread goes on. */
      for (;;) pause();
    default:
      return GO;
  }
}

static void dead(void) {
  syscall(SYS_kill, 0, SIGKILL);
  for (;;) pause();
}

static int identity(int fd, struct stat *found) { return fstat(fd, found) == 0 && S_ISREG(found->st_mode); }

static void mark(int fd, const char *path, int dirty) {
  struct stat found;
  if (strcmp(path, "network") == 0 || !identity(fd, &found)) return;
  pthread_mutex_lock(&unsynced_lock);
  int at = 0;
  while (at < unsynced_count &&
         !(unsynced[at].inode == found.st_ino && unsynced[at].device == found.st_dev)) at++;
  if (dirty && at == unsynced_count && at < MOST_UNSYNCED) {
    unsynced[at].inode = found.st_ino;
    unsynced[at].device = found.st_dev;
    unsynced_count++;
  }
  if (dirty && at < unsynced_count) snprintf(unsynced[at].path, sizeof unsynced[at].path, "%s", path);
  if (!dirty && at < unsynced_count) unsynced[at] = unsynced[--unsynced_count];
  pthread_mutex_unlock(&unsynced_lock);
}

/* `to` is NULL where the name is gone. */
static void renamed(const char *from, const char *to) {
  pthread_mutex_lock(&unsynced_lock);
  for (int at = unsynced_count - 1; at >= 0; at--) {
    if (strcmp(unsynced[at].path, to == NULL ? from : to) == 0) unsynced[at] = unsynced[--unsynced_count];
  }
  for (int at = 0; to != NULL && at < unsynced_count; at++) {
    if (strcmp(unsynced[at].path, from) == 0) snprintf(unsynced[at].path, sizeof unsynced[at].path, "%s", to);
  }
  pthread_mutex_unlock(&unsynced_lock);
}

#define REAL(result, name, ...) \
  static result (*real)(__VA_ARGS__); \
  if (real == NULL) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int changes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0; }

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...); \
    char full[PATH_MAX]; \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (changes(flags) && watched(AT_FDCWD, path, full) && step("open", full) == REFUSE) return -1; \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(int, #name, int, const char *, int, ...); \
    char full[PATH_MAX]; \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (changes(flags) && watched(folder, path, full) && step("open", full) == REFUSE) return -1; \
    return real(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  char path[PATH_MAX];
  if (!watched_fd(fd, path)) return real(fd, bytes, size);
  int how = step(path[0] == '/' ? "write" : "send", path);
  if (how == REFUSE) return -1;
  if (how == GO_HALF) {
    real(fd, bytes, size / 2);
    dead();
  }
  mark(fd, path, 1);
  return real(fd, bytes, size);
}

#define PWRITE(name, offset) \
  ssize_t name(int fd, const void *bytes, size_t size, offset at) { \
    REAL(ssize_t, #name, int, const void *, size_t, offset); \
    char path[PATH_MAX]; \
    if (!watched_fd(fd, path)) return real(fd, bytes, size, at); \
    int how = step("write", path); \
    if (how == REFUSE) return -1; \
    if (how == GO_HALF) { \
      real(fd, bytes, size / 2, at); \
      dead(); \
    } \
    mark(fd, path, 1); \
    return real(fd, bytes, size, at); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int fd, const struct iovec *pieces, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  char path[PATH_MAX];
  if (!watched_fd(fd, path)) return real(fd, pieces, count);
  int how = step(path[0] == '/' ? "write" : "send", path);
  if (how == REFUSE) return -1;
  if (how == GO_HALF) {
    real(fd, pieces, (count + 1) / 2);
    dead();
  }
  mark(fd, path, 1);
  return real(fd, pieces, count);
}

#define PWRITEV(name, offset) \
  ssize_t name(int fd, const struct iovec *pieces, int count, offset at) { \
    REAL(ssize_t, #name, int, const struct iovec *, int, offset); \
    char path[PATH_MAX]; \
    if (!watched_fd(fd, path)) return real(fd, pieces, count, at); \
    int how = step("write", path); \
    if (how == REFUSE) return -1; \
    if (how == GO_HALF) { \
      real(fd, pieces, (count + 1) / 2, at); \
      dead(); \
    } \
    mark(fd, path, 1); \
    return real(fd, pieces, count, at); \
  }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  REAL(ssize_t, "sendmsg", int, const struct msghdr *, int);
  char path[PATH_MAX];
  if (watched_fd(fd, path) && step("send", path) == REFUSE) return -1;
  return real(fd, message, flags);
}

ssize_t send(int fd, const void *bytes, size_t size, int flags) {
  REAL(ssize_t, "send", int, const void *, size_t, int);
  char path[PATH_MAX];
  if (watched_fd(fd, path) && step("send", path) == REFUSE) return -1;
  return real(fd, bytes, size, flags);
}

#define SYNC(name) \
  int name(int fd) { \
    REAL(int, #name, int); \
    char path[PATH_MAX]; \
    int is_watched = watched_fd(fd, path); \
    if (is_watched && step("sync", path) == REFUSE) return -1; \
    int result = real(fd); \
    if (is_watched && result == 0) mark(fd, path, 0); \
    return result; \
  }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset) \
  int name(int fd, offset size) { \
    REAL(int, #name, int, offset); \
    char path[PATH_MAX]; \
    if (watched_fd(fd, path) && step("truncate", path) == REFUSE) return -1; \
    return real(fd, size); \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  char path[PATH_MAX], target[PATH_MAX];
  int is_watched = watched(AT_FDCWD, from, path) & watched(AT_FDCWD, to, target);
  if (is_watched && step("rename", target) == REFUSE) return -1;
  int result = real(from, to);
  if (is_watched && result == 0) renamed(path, target);
  return result;
}

int link(const char *from, const char *to) {
  REAL(int, "link", const char *, const char *);
  char path[PATH_MAX];
  if (watched(AT_FDCWD, to, path) && step("link", path) == REFUSE) return -1;
  return real(from, to);
}

int symlink(const char *from, const char *to) {
  REAL(int, "symlink", const char *, const char *);
  char path[PATH_MAX];
  if (watched(AT_FDCWD, to, path) && step("symlink", path) == REFUSE) return -1;
  return real(from, to);
}

#define ONE_PATH(name, word) \
  int name(const char *path) { \
    REAL(int, #name, const char *); \
    char full[PATH_MAX]; \
    int is_watched = watched(AT_FDCWD, path, full); \
    if (is_watched && step(word, full) == REFUSE) return -1; \
    int result = real(path); \
    if (is_watched && result == 0) renamed(full, NULL); \
    return result; \
  }
ONE_PATH(unlink, "unlink")
ONE_PATH(rmdir, "unlink")

int unlinkat(int folder, const char *path, int flags) {
  REAL(int, "unlinkat", int, const char *, int);
  char full[PATH_MAX];
  int is_watched = watched(folder, path, full);
  if (is_watched && step("unlink", full) == REFUSE) return -1;
  int result = real(folder, path, flags);
  if (is_watched && result == 0) renamed(full, NULL);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  char full[PATH_MAX];
  /* Asked for again and again where it already exists: no step. */
  if (watched(AT_FDCWD, path, full) && access(full, F_OK) != 0 && step("mkdir", full) == REFUSE) return -1;
  return real(path, mode);
}

int chmod(const char *path, mode_t mode) {
  REAL(int, "chmod", const char *, mode_t);
  char full[PATH_MAX];
  if (watched(AT_FDCWD, path, full) && step("chmod", full) == REFUSE) return -1;
  return real(path, mode);
}
