#include <microhttpd.h>

/* Swift imports no variadic functions. */

/* Serves on a thread of the library's own; NULL, with errno set, if it cannot. */
static inline struct MHD_Daemon *mhd_start(const struct sockaddr *address, unsigned connections,
                                           unsigned seconds, MHD_AccessHandlerCallback answer,
                                           void *context) {
    unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL;

    if (address->sa_family == AF_INET6) {
        flags |= MHD_USE_IPv6;
    }
    return MHD_start_daemon(flags, 0, NULL, NULL, answer, context, MHD_OPTION_SOCK_ADDR, address,
                            MHD_OPTION_CONNECTION_LIMIT, connections,
                            MHD_OPTION_CONNECTION_TIMEOUT, seconds, MHD_OPTION_END);
}

/* The port that it is bound to; 0 if it is not known. */
static inline unsigned mhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);

    return info ? info->port : 0;
}
