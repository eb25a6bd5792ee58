#include "list.h"

static const char *names[] = { "a", "}" };
int counter = 0;

#ifdef DEBUG
int list_add(list_t *list, struct item *item) {
#else
int list_add(list_t *list, struct item *item, int unused) {
#endif
	if (!list) {
		return -1;
	}
	return 0;
}

static int
old_style(a, b)
	int a;
	char *b;
{
	struct local { int x; } l = { 1 };
	return l.x;
}

LOCKED("list")
void list_lock(list_t *list) __acquires(list)
{
}

MODULE_LICENSE("GPL");
