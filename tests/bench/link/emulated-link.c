/*
 * A bad link between two network namespaces, in user space: for kernels without netem, and with nothing left behind when it ends.
 *
 *   emulated-link NEAR FAR ONE_WAY_MS LOSS_PERCENT KBIT QUEUE_MS
 *
 * Opens a TUN device "link0" in both namespaces (`ip netns add`) and carries packets between them, either direction by itself: a queue before the
 * bottleneck, of which a packet that would wait longer than QUEUE_MS is dropped, then the time that KBIT (10^3 bits a second) gives it, a random
 * loss, and a fixed delay. It begins as a perfect wire.
 *
 * Lines on its standard input: "bad" makes it what the arguments say; "bytes" is answered with the bytes that have arrived at FAR, IP headers
 * included. It says "ready" when the devices are there, and ends when its input does.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* 100 Mbit/s hold 1,250 packets in the 150 ms between the queue's door and the other end. */
#define PACKETS 8192
#define PACKET_BYTES 1600
/* Packets of one direction before the other has its turn. */
#define BURST 64
#define NS_PER_MS 1000000LL

typedef struct {
  int64_t due;
  int length;
  unsigned char bytes[PACKET_BYTES];
} Packet;

/* A ring of packets on their way; `head` and `tail` only grow. They are due in the order in which they came. */
typedef struct {
  Packet *ring;
  unsigned head, tail;
  /* When the bottleneck has passed on all that came before. */
  int64_t free_at;
  unsigned long arrived;
} Direction;

typedef struct {
  int64_t delay, longest_wait;
  double loss, ns_per_byte;
  int is_bad;
} Link;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 * NS_PER_MS + time.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

/* The device stays in its namespace when this process goes on to the next. */
static int open_tun(const char *namespace) {
  char path[256];
  snprintf(path, sizeof path, "/var/run/netns/%s", namespace);
  int place = open(path, O_RDONLY);
  if (place < 0 || setns(place, CLONE_NEWNET)) fail(path);
  close(place);
  int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request;
  memset(&request, 0, sizeof request);
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  strcpy(request.ifr_name, "link0");
  if (device < 0 || ioctl(device, TUNSETIFF, &request)) fail("/dev/net/tun");
  return device;
}

static void take(Direction *way, int from, const Link *link) {
  for (int count = 0; count < BURST && way->head - way->tail < PACKETS; count++) {
    Packet *packet = &way->ring[way->head % PACKETS];
    packet->length = read(from, packet->bytes, PACKET_BYTES);
    if (packet->length <= 0) return;
    packet->due = now();
    if (link->is_bad) {
      int64_t begins = way->free_at > packet->due ? way->free_at : packet->due;
      if (begins - packet->due > link->longest_wait) continue;
      way->free_at = begins + (int64_t)(packet->length * link->ns_per_byte);
      packet->due = way->free_at + link->delay;
      /* Lost behind the bottleneck: it has used its time. */
      if (drand48() < link->loss) continue;
    }
    way->head++;
  }
}

static void deliver(Direction *way, int to) {
  for (int64_t time = now(); way->head != way->tail; way->tail++) {
    Packet *packet = &way->ring[way->tail % PACKETS];
    if (packet->due > time || write(to, packet->bytes, packet->length) < 0) return;
    way->arrived += packet->length;
  }
}

int main(int count, char **words) {
  if (count != 7) {
    fputs("usage: emulated-link NEAR FAR ONE_WAY_MS LOSS_PERCENT KBIT QUEUE_MS\n", stderr);
    return 2;
  }
  int device[2] = {open_tun(words[1]), open_tun(words[2])};
  Link link = {
      .delay = (int64_t)(atof(words[3]) * NS_PER_MS),
      .loss = atof(words[4]) / 100,
      .ns_per_byte = 8.0 * NS_PER_MS / atof(words[5]),
      .longest_wait = (int64_t)(atof(words[6]) * NS_PER_MS),
  };
  Direction way[2];
  memset(way, 0, sizeof way);
  for (int one = 0; one < 2; one++)
    if (!(way[one].ring = malloc(PACKETS * sizeof(Packet)))) fail("malloc");
  /* The same losses in every run. */
  srand48(42);
  setvbuf(stdout, NULL, _IOLBF, 0);
  puts("ready");
  for (;;) {
    struct pollfd watched[3] = {{device[0], POLLIN, 0}, {device[1], POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    int64_t time = now(), next = time + 1000 * NS_PER_MS;
    for (int one = 0; one < 2; one++)
      if (way[one].head != way[one].tail && way[one].ring[way[one].tail % PACKETS].due < next)
        next = way[one].ring[way[one].tail % PACKETS].due;
    int64_t wait = next > time ? next - time : 0;
    struct timespec timeout = {wait / (1000 * NS_PER_MS), wait % (1000 * NS_PER_MS)};
    ppoll(watched, 3, &timeout, NULL);
    if (watched[2].revents) {
      char line[64];
      ssize_t length = read(STDIN_FILENO, line, sizeof line - 1);
      if (length <= 0) return 0;
      line[length] = 0;
      if (strstr(line, "bad")) link.is_bad = 1;
      if (strstr(line, "bytes")) printf("%lu\n", way[0].arrived);
    }
    for (int one = 0; one < 2; one++) take(&way[one], device[one], &link);
    for (int one = 0; one < 2; one++) deliver(&way[one], device[1 - one]);
  }
}
