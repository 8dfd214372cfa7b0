/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The device that a program finds: this process's card of the ring, with one port. Opening it opens
 * the card's page (net.c), which stays open until the process ends.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "btl_fpga/page.h"

#undef ibv_query_port
#undef ibv_get_device_list

#define NAME "rondo0"
#define PKEY 0xffff
#define CLOCK_KHZ 1000000 /* rd_page_time_ns */
#define VENDOR 0x0252     /* of no company: locally administered */

/* ---- Devices ---- */

static struct ibv_device device = {
	.node_type = IBV_NODE_CA,
	.transport_type = IBV_TRANSPORT_IB,
	.name = NAME,
	.dev_name = "uverbs-" NAME,
	.dev_path = "/sys/class/infiniband_verbs/uverbs-" NAME,
	.ibdev_path = "/sys/class/infiniband/" NAME,
};

struct ibv_device **ibv_get_device_list(int *num)
{
	struct ibv_device **list = calloc(2, sizeof(*list));

	if (!list)
		return NULL;
	if (rd_vb_net_exists())
		list[0] = &device;
	if (num)
		*num = list[0] != NULL;
	return list;
}

void ibv_free_device_list(struct ibv_device **list)
{
	free(list);
}

const char *ibv_get_device_name(struct ibv_device *dev)
{
	return dev->name;
}

int ibv_get_device_index(struct ibv_device *dev)
{
	(void)dev;
	return -1; /* the kernel has none for it */
}

__be64 ibv_get_device_guid(struct ibv_device *dev)
{
	(void)dev;
	return htobe64(rd_vb_guid(rd_vb_net_rank()));
}

const char *ibv_get_sysfs_path(void)
{
	return "/sys";
}

/* Reads the first line of a file. Its length, or -1. */
int ibv_read_sysfs_file(const char *dir, const char *file, char *buf, size_t size)
{
	char path[512];
	ssize_t n;
	int fd;

	if (snprintf(path, sizeof(path), "%s/%s", dir, file) >= (int)sizeof(path) || !size)
		return -1;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	n = read(fd, buf, size);
	close(fd);
	if (n <= 0)
		return -1;
	if (buf[n - 1] == '\n')
		buf[--n] = 0;
	else if (n < (ssize_t)size)
		buf[n] = 0;
	return (int)n;
}

/* ---- Properties ---- */

int ibv_query_device(struct ibv_context *ctx, struct ibv_device_attr *attr)
{
	uint64_t guid = htobe64(rd_vb_guid(rd_vb.rank));

	(void)ctx;
	*attr = (struct ibv_device_attr){
		.node_guid = guid,
		.sys_image_guid = guid,
		.max_mr_size = UINT64_MAX,
		.page_size_cap = ~(uint64_t)0xfff,
		.vendor_id = VENDOR,
		.vendor_part_id = 1,
		.hw_ver = 1,
		.max_qp = RD_VB_QP_MAX - 2,
		.max_qp_wr = RD_VB_WR_MAX,
		.device_cap_flags = IBV_DEVICE_RC_RNR_NAK_GEN | IBV_DEVICE_PORT_ACTIVE_EVENT |
				    IBV_DEVICE_SYS_IMAGE_GUID | IBV_DEVICE_CURR_QP_STATE_MOD |
				    IBV_DEVICE_MEM_WINDOW | IBV_DEVICE_MEM_WINDOW_TYPE_2B |
				    IBV_DEVICE_MEM_MGT_EXTENSIONS,
		.max_sge = RD_VB_SGE_MAX,
		.max_sge_rd = RD_VB_SGE_MAX,
		.max_cq = 1 << 16,
		.max_cqe = RD_VB_CQE_MAX,
		.max_mr = (1 << 24) - 1,
		.max_mw = (1 << 24) - 1,
		.max_pd = 1 << 16,
		.max_qp_rd_atom = RD_VB_READS_MAX,
		.max_res_rd_atom = (int)(RD_VB_READS_MAX * (RD_VB_QP_MAX - 2)),
		.max_qp_init_rd_atom = RD_VB_READS_MAX,
		/* of this card: neither the processor nor another card takes part */
		.atomic_cap = IBV_ATOMIC_HCA,
		.max_ah = 1 << 16,
		.max_srq = 1 << 16,
		.max_srq_wr = RD_VB_WR_MAX,
		.max_srq_sge = RD_VB_SGE_MAX,
		.max_pkeys = 1,
		.local_ca_ack_delay = 15,
		.phys_port_cnt = 1,
	};
	snprintf(attr->fw_ver, sizeof(attr->fw_ver), "%s", RD_VERSION);
	return 0;
}

static int query_device_ex(struct ibv_context *ctx, const struct ibv_query_device_ex_input *input,
			   struct ibv_device_attr_ex *attr, size_t size)
{
	struct ibv_device_attr plain;

	if (input && input->comp_mask)
		return EINVAL;
	if (size < sizeof(plain))
		return EINVAL;
	memset(attr, 0, size);
	ibv_query_device(ctx, &plain);
	memcpy(&attr->orig_attr, &plain, sizeof(plain));
	if (size >=
	    offsetof(struct ibv_device_attr_ex, phys_port_cnt_ex) + sizeof(attr->phys_port_cnt_ex))
		attr->phys_port_cnt_ex = 1;
	if (size >=
	    offsetof(struct ibv_device_attr_ex, hca_core_clock) + sizeof(attr->hca_core_clock))
		attr->hca_core_clock = CLOCK_KHZ;
	return 0;
}

/* The cards' clock, in ns; of simulated cards without the time in which they waited for hosts. */
static int query_rt_values(struct ibv_context *ctx, struct ibv_values_ex *values)
{
	int err = 0;

	(void)ctx;
	values->comp_mask &= IBV_VALUES_MASK_RAW_CLOCK;
	rd_vb_lock();
	if (!rd_vb.open) /* the end of the process, or a child of fork */
		err = EIO;
	else if (values->comp_mask)
		values->raw_clock = (struct timespec){.tv_nsec = (long)rd_page_time_ns()};
	rd_vb_unlock();
	return err;
}

static void describe_port(struct ibv_port_attr *attr)
{
	int links;

	rd_vb_lock();
	links = rd_vb_net_links();
	rd_vb_unlock();
	*attr = (struct ibv_port_attr){
		.state = links ? IBV_PORT_ACTIVE : IBV_PORT_DOWN,
		.max_mtu = RD_VB_MTU,
		.active_mtu = RD_VB_MTU,
		.gid_tbl_len = 1,
		.max_msg_sz = RD_VB_MSG_B,
		.pkey_tbl_len = 1,
		.lid = (uint16_t)(rd_vb.rank + 1),
		.sm_lid = 1,
		.max_vl_num = 1,
		.subnet_timeout = 18,
		.active_width = 1,           /* 1x */
		.active_speed = 4,           /* 10 Gb/s: W = 64 at 156.25 MHz */
		.phys_state = links ? 5 : 2, /* link up; polling */
		.link_layer = IBV_LINK_LAYER_INFINIBAND,
	};
}

static int query_port(struct ibv_context *ctx, uint8_t port, struct ibv_port_attr *attr,
		      size_t size)
{
	struct ibv_port_attr own;

	(void)ctx;
	if (port != 1)
		return EINVAL;
	describe_port(&own);
	memset(attr, 0, size);
	memcpy(attr, &own, size < sizeof(own) ? size : sizeof(own));
	return 0;
}

/* For programs built against headers without the extended function: up to link_layer and a byte. */
int ibv_query_port(struct ibv_context *ctx, uint8_t port, struct _compat_ibv_port_attr *attr)
{
	return query_port(ctx, port, (struct ibv_port_attr *)attr,
			  offsetof(struct ibv_port_attr, port_cap_flags2));
}

int ibv_query_gid(struct ibv_context *ctx, uint8_t port, int index, union ibv_gid *gid)
{
	(void)ctx;
	if (port != 1 || index) {
		errno = EINVAL;
		return -1;
	}
	rd_vb_net_gid(rd_vb.rank, gid);
	return 0;
}

int _ibv_query_gid_ex(struct ibv_context *ctx, uint32_t port, uint32_t index,
		      struct ibv_gid_entry *entry, uint32_t flags, size_t size)
{
	struct ibv_gid_entry own = {.port_num = 1, .gid_type = IBV_GID_TYPE_IB};

	(void)ctx;
	if (flags)
		return EOPNOTSUPP;
	if (port != 1 || index)
		return EINVAL;
	rd_vb_net_gid(rd_vb.rank, &own.gid);
	memset(entry, 0, size);
	memcpy(entry, &own, size < sizeof(own) ? size : sizeof(own));
	return 0;
}

ssize_t _ibv_query_gid_table(struct ibv_context *ctx, struct ibv_gid_entry *entries, size_t max,
			     uint32_t flags, size_t size)
{
	int err;

	if (!max)
		return -EINVAL;
	err = _ibv_query_gid_ex(ctx, 1, 0, entries, flags, size);
	return err ? -err : 1;
}

int ibv_query_pkey(struct ibv_context *ctx, uint8_t port, int index, __be16 *pkey)
{
	(void)ctx;
	if (port != 1 || index) {
		errno = EINVAL;
		return -1;
	}
	*pkey = htobe16(PKEY);
	return 0;
}

int ibv_get_pkey_index(struct ibv_context *ctx, uint8_t port, __be16 pkey)
{
	(void)ctx;
	if (port == 1 && (be16toh(pkey) & 0x7fff) == (PKEY & 0x7fff))
		return 0;
	errno = EINVAL;
	return -1;
}

/* ---- Contexts ---- */

static void fill_in(struct verbs_context *v)
{
	v->sz = sizeof(*v);
	v->query_port = query_port;
	v->query_device_ex = query_device_ex;
	v->query_rt_values = query_rt_values;
	v->create_cq_ex = rd_vb_create_cq_ex;
	v->create_qp_ex = rd_vb_create_qp_ex;
	v->create_srq_ex = rd_vb_create_srq_ex;
	v->alloc_parent_domain = rd_vb_alloc_parent_domain;
	v->alloc_td = rd_vb_alloc_td;
	v->dealloc_td = rd_vb_dealloc_td;
	v->context.device = &device;
	v->context.num_comp_vectors = 1;
	v->context.abi_compat = __VERBS_ABI_IS_EXTENDED;
	pthread_mutex_init(&v->context.mutex, NULL);
	v->context.ops = (struct ibv_context_ops){
		.alloc_mw = rd_vb_alloc_mw,
		.bind_mw = rd_vb_bind_mw,
		.dealloc_mw = rd_vb_dealloc_mw,
		.poll_cq = rd_vb_poll_cq,
		.req_notify_cq = rd_vb_req_notify_cq,
		.post_srq_recv = rd_vb_post_srq_recv,
		.post_send = rd_vb_post_send,
		.post_recv = rd_vb_post_recv,
	};
}

struct ibv_context *ibv_open_device(struct ibv_device *dev)
{
	struct rd_vb_ctx *ctx = NULL;
	int err = dev == &device ? rd_vb_net_open() : ENODEV;
	int fd = -1;

	if (!err) {
		ctx = calloc(1, sizeof(*ctx));
		err = ctx ? 0 : ENOMEM;
	}
	if (!err) {
		/* programs duplicate it; a command that they write to it fails */
		fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
		err = fd < 0 ? errno : rd_vb_events_open(&ctx->events);
	}
	if (err) {
		if (fd >= 0)
			close(fd);
		free(ctx);
		errno = err;
		return NULL;
	}
	fill_in(&ctx->v);
	ctx->v.context.cmd_fd = fd;
	ctx->v.context.async_fd = ctx->events.fd;
	rd_vb_lock();
	rd_list_append(&rd_vb.ctxs, &ctx->link);
	rd_vb_unlock();
	return &ctx->v.context;
}

/* As with a device of the kernel, queue pairs that the program leaves behind end. Memory of objects
 * that it leaves is kept, so that it can still destroy them. */
int ibv_close_device(struct ibv_context *context)
{
	struct rd_vb_ctx *ctx = rd_vb_ctx_of(context);
	uint32_t users;

	rd_vb_lock();
	users = ctx->users;
	if (users) {
		rd_info("verbs: ibv_close_device with %u domains, queues and channels that were "
			"not destroyed",
			users);
		rd_vb_qp_close_all(context);
	} else {
		rd_list_remove(&ctx->link);
	}
	rd_vb_unlock();
	if (users)
		return 0;
	rd_vb_events_close(&ctx->events);
	close(context->cmd_fd);
	free(ctx);
	return 0;
}

/* ---- fork ---- */

/* Nothing is pinned: the pages of registered memory are this process's, also after a fork. */
int ibv_fork_init(void)
{
	return 0;
}

enum ibv_fork_status ibv_is_fork_initialized(void)
{
	return IBV_FORK_UNNEEDED;
}
