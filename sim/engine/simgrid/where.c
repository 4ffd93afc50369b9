/* Prints where the loader finds SimGrid's library. meson runs it when the build is set up. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#include <simgrid/engine.h>
#include <simgrid/version.h>

int main(void)
{
    Dl_info info;
    int major, minor, patch;
    sg_version_get(&major, &minor, &patch);
    return !dladdr(dlsym(RTLD_DEFAULT, "sg_version_get"), &info) || puts(info.dli_fname) < 0;
}
