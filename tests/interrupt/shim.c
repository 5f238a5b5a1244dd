/* Stops a process at its n-th call that changes a disk, or lets the disk be full from that call on.
 *
 * STOP_AT=n STOP_HOW=kill|full. Without STOP_AT the calls are only counted; STOP_COUNT names a file for the count.
 * Only these calls change a disk: between two of them it makes no difference where a process is killed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long calls;

/* Whether this call must fail; kills the process instead if it is to be killed. */
static int stopped(int takes_room) {
    long at = getenv("STOP_AT") ? atol(getenv("STOP_AT")) : 0;
    long n = __sync_add_and_fetch(&calls, 1);
    const char *how = getenv("STOP_HOW");
    if (!at || !how) return 0;
    if (!strcmp(how, "kill") && n == at) raise(SIGKILL);
    if (!strcmp(how, "full") && n >= at && takes_room) { errno = ENOSPC; return 1; }
    return 0;
}

__attribute__((destructor)) static void count(void) {
    const char *name = getenv("STOP_COUNT");
    FILE *file = name ? fopen(name, "w") : NULL;
    if (file) { fprintf(file, "%ld\n", calls); fclose(file); }
}

#define REAL(name) ((typeof(&name)) dlsym(RTLD_NEXT, #name))

/* Standard streams are not the disk. */
ssize_t write(int fd, const void *data, size_t size) {
    struct stat what;
    if (fd > 2 && !fstat(fd, &what) && S_ISREG(what.st_mode) && stopped(1)) return -1;
    return REAL(write)(fd, data, size);
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        mode_t mode = 0; \
        if (flags & O_CREAT) { \
            va_list more; va_start(more, flags); mode = va_arg(more, int); va_end(more); \
            if (stopped(1)) return -1; \
        } \
        return ((int (*)(const char *, int, ...)) dlsym(RTLD_NEXT, #name))(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int rename(const char *from, const char *to) { return stopped(0) ? -1 : REAL(rename)(from, to); }
int link(const char *from, const char *to) { return stopped(1) ? -1 : REAL(link)(from, to); }
int linkat(int a, const char *from, int b, const char *to, int flags) {
    return stopped(1) ? -1 : REAL(linkat)(a, from, b, to, flags);
}
int unlink(const char *path) { return stopped(0) ? -1 : REAL(unlink)(path); }
int unlinkat(int dir, const char *path, int flags) { return stopped(0) ? -1 : REAL(unlinkat)(dir, path, flags); }
int rmdir(const char *path) { return stopped(0) ? -1 : REAL(rmdir)(path); }
int mkdir(const char *path, mode_t mode) { return stopped(1) ? -1 : REAL(mkdir)(path, mode); }
int fsync(int fd) { return stopped(0) ? -1 : REAL(fsync)(fd); }
int fchmod(int fd, mode_t mode) { return stopped(0) ? -1 : REAL(fchmod)(fd, mode); }
