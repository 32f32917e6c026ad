// Opens libraries when the first of their functions is called, so that a run that needs none of them
// starts quickly. `deferred.py` compiles this with a list of EACH(library, name, number).
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

struct function {
  const char *library, *name;
};

#define EACH(library, name, number) {library, #name},
static const struct function functions[] = {
#include LIST
};
#undef EACH

extern void *deferred_functions[];

// Called by the assembly below with the number of a function at its first call; threads that call it
// at once find the same address.
__attribute__((used)) void *deferred_find(size_t number) {
  const struct function *function = &functions[number];
  void *library = dlopen(function->library, RTLD_LAZY);
  void *found = library ? dlsym(library, function->name) : NULL;
  if (!found) {
    fprintf(stderr, "splash: %s; install it, or splash anew\n", dlerror());
    _exit(1);
  }
  __atomic_store_n(&deferred_functions[number], found, __ATOMIC_RELEASE);
  return found;
}

// All registers that may carry arguments stay as they are (System V ABI, x86-64). At `deferred_all`
// the stack holds the number and is aligned.
__asm__(
    ".text\n"
    "deferred_all:\n"
    "  pushq %rax\n  pushq %rdi\n  pushq %rsi\n  pushq %rdx\n  pushq %rcx\n  pushq %r8\n  pushq %r9\n"
    "  subq $136, %rsp\n"
    "  movups %xmm0, (%rsp)\n  movups %xmm1, 16(%rsp)\n  movups %xmm2, 32(%rsp)\n"
    "  movups %xmm3, 48(%rsp)\n  movups %xmm4, 64(%rsp)\n  movups %xmm5, 80(%rsp)\n"
    "  movups %xmm6, 96(%rsp)\n  movups %xmm7, 112(%rsp)\n"
    "  movq 192(%rsp), %rdi\n"
    "  call deferred_find\n"
    "  movq %rax, %r11\n"
    "  movups (%rsp), %xmm0\n  movups 16(%rsp), %xmm1\n  movups 32(%rsp), %xmm2\n"
    "  movups 48(%rsp), %xmm3\n  movups 64(%rsp), %xmm4\n  movups 80(%rsp), %xmm5\n"
    "  movups 96(%rsp), %xmm6\n  movups 112(%rsp), %xmm7\n"
    "  addq $136, %rsp\n"
    "  popq %r9\n  popq %r8\n  popq %rcx\n  popq %rdx\n  popq %rsi\n  popq %rdi\n  popq %rax\n"
    "  addq $8, %rsp\n"
    "  jmp *%r11\n"
    ".data\n.balign 8\n.globl deferred_functions\n.hidden deferred_functions\ndeferred_functions:\n");

#define EACH(library, name, number)                                      \
  __asm__(                                                               \
      ".text\n.globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" #name ":\n" \
      "  jmp *deferred_functions+8*" #number "(%rip)\n"                  \
      ".Lfirst" #number ":\n  pushq $" #number "\n  jmp deferred_all\n"  \
      ".data\n  .quad .Lfirst" #number "\n");
#include LIST
