#ifndef LIST_H
#define LIST_H
#include <stddef.h>
#include "other.h" // why

#define MAX_ITEMS 16
#define EACH(item, list) \
	for (item = (list)->first; item; item = item->next)

/* An item of a list. */
struct item {
	struct item *next;
	int values[MAX_ITEMS];
	void (*free)(struct item *);
};

typedef struct {
	struct item *first;
} list_t;

typedef int (*compare_fn)(const void *, const void *);
enum state { OPEN, SHUT = 4 };
union number { int i; double d; };

/** Adds an item. */
extern int list_add(list_t *list, struct item *item) __attribute__((nonnull));

static inline struct item *list_first(const list_t *list)
{
	return list->first;
}
#endif
