#include "relocatable.h"

#include <string.h>

/* Pointers that will have to be set right elsewhere. */
static void note(struct rd_layout *layout, const void *pointers, size_t count)
{
    struct rd_request *request = layout->request;
    rd_assert(request->pointers_count < RD_POINTERS_LIMIT);
    size_t offset = (size_t)((const unsigned char *)pointers - (unsigned char *)request);
    request->pointers[request->pointers_count].offset = offset;
    request->pointers[request->pointers_count++].count = count;
}

static void *take(struct rd_layout *layout, size_t count, size_t size)
{
    size_t offset = rd_shared_memory_section(&layout->size, count, size);
    return layout->request ? (unsigned char *)layout->request + offset : NULL;
}

void *rd_layout_begin(struct rd_layout *layout, const void *request, size_t bytes,
                      struct rd_shared_memory *shared, struct rd_error *reterr)
{
    if (!rd_shared_memory_resize(shared, layout->size, reterr))
        return NULL;
    *layout = (struct rd_layout){(struct rd_request *)shared->base, bytes, shared->used};
    memcpy(layout->request, request, bytes);
    layout->request->address = layout->request;
    return layout->request;
}

void rd_layout_point(struct rd_layout *layout, void *place, const void *part)
{
    if (!layout->request)
        return;
    memcpy(place, &part, sizeof part);
    note(layout, place, 1);
}

void *rd_layout_leave_room(struct rd_layout *layout, void *place, size_t count, size_t size)
{
    void *room = take(layout, count, size);
    rd_layout_point(layout, place, room);
    return room;
}

void *rd_layout_reserve(struct rd_layout *layout, void *place, size_t count, size_t size)
{
    void *room = rd_layout_leave_room(layout, place, count, size);
    /* New memory is zero, and never touched if nobody writes to it. */
    if (room && layout->used)
        memset(room, 0, count * size);
    return room;
}

void rd_layout_copy(struct rd_layout *layout, void *place, const void *source, size_t count,
                    size_t size)
{
    if (!source)
        return;
    void *room = rd_layout_leave_room(layout, place, count, size);
    if (room)
        memcpy(room, source, count * size);
}

void rd_layout_copy_names(struct rd_layout *layout, const char *const **place,
                          const char *const *name, uint32_t count)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < count; i++)
        bytes += strlen(name[i]) + 1;
    const char **copy = rd_layout_leave_room(layout, place, count, sizeof *copy);
    char *text = take(layout, bytes, 1);
    for (uint32_t i = 0; copy && i < count; i++) {
        copy[i] = text;
        text = stpcpy(text, name[i]) + 1;
    }
    if (copy)
        note(layout, copy, count);
}

void rd_layout_copy_topology(struct rd_layout *layout, struct rd_topology *place,
                             struct rd_adjacency *adjacency, const struct rd_topology *topology)
{
    const struct rd_adjacency *links = topology->adjacency;
    if (!links)
        return;
    rd_layout_point(layout, &place->adjacency, adjacency);
    if (layout->request)
        *adjacency = *links;
    rd_layout_copy(layout, &adjacency->first, links->first, (size_t)topology->host_count + 1,
                   sizeof(uint32_t));
    rd_layout_copy(layout, &adjacency->from, links->from, links->link_count, sizeof(uint32_t));
    rd_layout_copy(layout, &adjacency->to, links->to, links->link_count, sizeof(uint32_t));
}

void rd_request_arrive(struct rd_request *request)
{
    ptrdiff_t moved = (unsigned char *)request - (const unsigned char *)request->address;
    for (uint32_t i = 0; i < request->pointers_count; i++) {
        unsigned char *place = (unsigned char *)request + request->pointers[i].offset, *pointer;
        for (size_t j = 0; j < request->pointers[i].count; j++, place += sizeof pointer) {
            memcpy(&pointer, place, sizeof pointer);
            pointer += moved;
            memcpy(place, &pointer, sizeof pointer);
        }
    }
    request->address = request;
}
