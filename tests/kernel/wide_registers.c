/* Lets user-mode Linux run on processors with AMX. Loaded in front of the C library.
 *
 * The guest's kernel (before 6.13) keeps the first 2696 bytes of a process's extended registers. A host whose
 * processor has AMX refuses to take back less than all of them (11008 bytes: EFAULT, and the guest ends in a
 * panic). What is missing are the tiles, which nothing in the guest uses: they are given back empty.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <linux/ptrace.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>

long ptrace(int request, pid_t process, void *what, void *data)
{
    static long (*real)(int, pid_t, void *, void *);
    static char all[1 << 16];
    static size_t size;

    if (!real)
        real = dlsym(RTLD_NEXT, "ptrace");
    if (request != PTRACE_SETREGSET || (long)what != NT_X86_XSTATE)
        return real(request, process, what, data);
    struct iovec *given = data;
    struct iovec whole = {all, sizeof all};
    if (!size) {
        if (real(PTRACE_GETREGSET, process, what, &whole) < 0)
            return -1;
        size = whole.iov_len;
    }
    if (given->iov_len >= size)
        return real(request, process, what, data);
    memset(all, 0, size);
    memcpy(all, given->iov_base, given->iov_len);
    whole.iov_len = size;
    return real(request, process, what, &whole);
}
