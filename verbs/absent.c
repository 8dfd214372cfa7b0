/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Absent features: functions of the interface that end with the errno that a device without the
 * feature gives, and the private functions that Debian's libraries of other devices (libmlx5,
 * libefa, librdmacm) need to be loaded. No device of theirs is ever found, so none is called.
 * RONDO_VERBOSE=1 says which call was made and why it is refused.
 */
#include "verbs/verbs.h"

#include <errno.h>

#include "base/log.h"

int rd_vb_absent(const char *call, const char *why, int err)
{
	rd_info("verbs: %s: %s: refused", call, why);
	errno = err;
	return err;
}

/* ---- Of the interface ---- */

int ibv_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	(void)qp, (void)gid, (void)lid;
	return rd_vb_absent("ibv_attach_mcast", "there are no multicast groups", EOPNOTSUPP);
}

int ibv_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	(void)qp, (void)gid, (void)lid;
	return rd_vb_absent("ibv_detach_mcast", "there are no multicast groups", EOPNOTSUPP);
}

struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova,
				 int fd, int access)
{
	(void)pd, (void)offset, (void)length, (void)iova, (void)fd, (void)access;
	rd_vb_absent("ibv_reg_dmabuf_mr", "regions are memory of the process", EOPNOTSUPP);
	return NULL;
}

struct ibv_context *ibv_import_device(int cmd_fd)
{
	(void)cmd_fd;
	rd_vb_absent("ibv_import_device", "a card's page belongs to one process", EOPNOTSUPP);
	return NULL;
}

struct ibv_pd *ibv_import_pd(struct ibv_context *context, uint32_t pd_handle)
{
	(void)context, (void)pd_handle;
	rd_vb_absent("ibv_import_pd", "a card's page belongs to one process", EOPNOTSUPP);
	return NULL;
}

void ibv_unimport_pd(struct ibv_pd *pd)
{
	(void)pd;
}

struct ibv_mr *ibv_import_mr(struct ibv_pd *pd, uint32_t mr_handle)
{
	(void)pd, (void)mr_handle;
	rd_vb_absent("ibv_import_mr", "a card's page belongs to one process", EOPNOTSUPP);
	return NULL;
}

void ibv_unimport_mr(struct ibv_mr *mr)
{
	(void)mr;
}

struct ibv_dm *ibv_import_dm(struct ibv_context *context, uint32_t dm_handle)
{
	(void)context, (void)dm_handle;
	rd_vb_absent("ibv_import_dm", "the card has no memory for programs", EOPNOTSUPP);
	return NULL;
}

void ibv_unimport_dm(struct ibv_dm *dm)
{
	(void)dm;
}

int ibv_set_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	(void)qp;
	return ece->vendor_id || ece->options
		       ? rd_vb_absent("ibv_set_ece", "there are no options", EOPNOTSUPP)
		       : 0;
}

int ibv_query_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	(void)qp;
	*ece = (struct ibv_ece){0};
	return 0;
}

int ibv_query_qp_data_in_order(struct ibv_qp *qp, enum ibv_wr_opcode op, uint32_t flags)
{
	(void)qp, (void)op, (void)flags;
	return 0; /* no guarantee */
}

int ibv_resolve_eth_l2_from_gid(struct ibv_context *context, struct ibv_ah_attr *attr,
				uint8_t eth_mac[ETHERNET_LL_SIZE], uint16_t *vid)
{
	(void)context, (void)attr, (void)eth_mac, (void)vid;
	return -rd_vb_absent("ibv_resolve_eth_l2_from_gid", "the ring is no Ethernet", EOPNOTSUPP);
}

/* ---- Private functions of Debian's libraries ---- */

/* The ring's GIDs are of InfiniBand: 0 in the numbers of sysfs. */
int ibv_query_gid_type(struct ibv_context *context, uint8_t port_num, unsigned index, int *type)
{
	(void)context;
	if (port_num != 1 || index) {
		errno = EINVAL;
		return -1;
	}
	*type = 0;
	return 0;
}

/* Copies of structures of the kernel's connection manager, which has no device either. */
#define NOTHING(name) \
	void name(void); \
	void name(void) \
	{ \
		rd_vb_absent(#name, "there is no device of the kernel", EOPNOTSUPP); \
	}
#define REFUSED(name) \
	int name(void); \
	int name(void) \
	{ \
		return rd_vb_absent(#name, "there is no device of the kernel", EOPNOTSUPP); \
	}
#define NO_POINTER(name) \
	void *name(void); \
	void *name(void) \
	{ \
		rd_vb_absent(#name, "there is no device of the kernel", EOPNOTSUPP); \
		return 0; \
	}

NOTHING(ibv_copy_qp_attr_from_kern)
NOTHING(ibv_copy_ah_attr_from_kern)
NOTHING(ibv_copy_path_rec_from_kern)
NOTHING(ibv_copy_path_rec_to_kern)
NOTHING(verbs_set_ops)
NOTHING(verbs_uninit_context)
NO_POINTER(_verbs_init_and_alloc_context)
NO_POINTER(verbs_open_device)
REFUSED(__ioctl_final_num_attrs)
REFUSED(execute_ioctl)
REFUSED(ibv_cmd_advise_mr)
REFUSED(ibv_cmd_alloc_dm)
REFUSED(ibv_cmd_alloc_mw)
REFUSED(ibv_cmd_alloc_pd)
REFUSED(ibv_cmd_attach_mcast)
REFUSED(ibv_cmd_close_xrcd)
REFUSED(ibv_cmd_create_ah)
REFUSED(ibv_cmd_create_counters)
REFUSED(ibv_cmd_create_cq)
REFUSED(ibv_cmd_create_cq_ex)
REFUSED(ibv_cmd_create_flow)
REFUSED(ibv_cmd_create_flow_action_esp)
REFUSED(ibv_cmd_create_qp)
REFUSED(ibv_cmd_create_qp_ex)
REFUSED(ibv_cmd_create_qp_ex2)
REFUSED(ibv_cmd_create_rwq_ind_table)
REFUSED(ibv_cmd_create_srq)
REFUSED(ibv_cmd_create_srq_ex)
REFUSED(ibv_cmd_create_wq)
REFUSED(ibv_cmd_dealloc_mw)
REFUSED(ibv_cmd_dealloc_pd)
REFUSED(ibv_cmd_dereg_mr)
REFUSED(ibv_cmd_destroy_ah)
REFUSED(ibv_cmd_destroy_counters)
REFUSED(ibv_cmd_destroy_cq)
REFUSED(ibv_cmd_destroy_flow)
REFUSED(ibv_cmd_destroy_flow_action)
REFUSED(ibv_cmd_destroy_qp)
REFUSED(ibv_cmd_destroy_rwq_ind_table)
REFUSED(ibv_cmd_destroy_srq)
REFUSED(ibv_cmd_destroy_wq)
REFUSED(ibv_cmd_detach_mcast)
REFUSED(ibv_cmd_free_dm)
REFUSED(ibv_cmd_get_context)
REFUSED(ibv_cmd_modify_cq)
REFUSED(ibv_cmd_modify_flow_action_esp)
REFUSED(ibv_cmd_modify_qp)
REFUSED(ibv_cmd_modify_qp_ex)
REFUSED(ibv_cmd_modify_srq)
REFUSED(ibv_cmd_modify_wq)
REFUSED(ibv_cmd_open_qp)
REFUSED(ibv_cmd_open_xrcd)
REFUSED(ibv_cmd_poll_cq)
REFUSED(ibv_cmd_post_recv)
REFUSED(ibv_cmd_post_send)
REFUSED(ibv_cmd_post_srq_recv)
REFUSED(ibv_cmd_query_context)
REFUSED(ibv_cmd_query_device_any)
REFUSED(ibv_cmd_query_mr)
REFUSED(ibv_cmd_query_port)
REFUSED(ibv_cmd_query_qp)
REFUSED(ibv_cmd_query_srq)
REFUSED(ibv_cmd_read_counters)
REFUSED(ibv_cmd_reg_dm_mr)
REFUSED(ibv_cmd_reg_dmabuf_mr)
REFUSED(ibv_cmd_reg_mr)
REFUSED(ibv_cmd_req_notify_cq)
REFUSED(ibv_cmd_rereg_mr)
REFUSED(ibv_cmd_resize_cq)
REFUSED(ibv_read_ibdev_sysfs_file)
REFUSED(verbs_init_cq)

/* Called when such a library is loaded; its devices are not used. */
void verbs_register_driver_34(const void *ops);
void verbs_register_driver_34(const void *ops)
{
	(void)ops;
}

void __verbs_log(void *context, uint32_t level, const char *fmt, ...);
void __verbs_log(void *context, uint32_t level, const char *fmt, ...)
{
	(void)context, (void)level, (void)fmt;
}

int ibv_dontfork_range(void *base, size_t size);
int ibv_dontfork_range(void *base, size_t size)
{
	(void)base, (void)size;
	return 0;
}

int ibv_dofork_range(void *base, size_t size);
int ibv_dofork_range(void *base, size_t size)
{
	(void)base, (void)size;
	return 0;
}

_Bool verbs_allow_disassociate_destroy;
