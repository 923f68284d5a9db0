#include <curl/curl.h>

/* Swift sees no variadic functions: one for each type of value that is set or asked for. The
   parentheses keep the macros of <curl/curl.h> away, which want the option as a constant. */

static inline CURLcode cc_set_long(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode cc_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode cc_set_text(CURL *handle, CURLoption option, const char *value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode cc_set_pointer(CURL *handle, CURLoption option, void *value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode cc_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(handle, option, value);
}

/* For bytes that come or go: CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION, CURLOPT_READFUNCTION. */
static inline CURLcode cc_set_bytes_function(
    CURL *handle, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
    return (curl_easy_setopt)(handle, option, function);
}

static inline CURLcode cc_set_seek_function(
    CURL *handle, int (*function)(void *, curl_off_t, int)) {
    return (curl_easy_setopt)(handle, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode cc_set_progress_function(
    CURL *handle, int (*function)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
    return (curl_easy_setopt)(handle, CURLOPT_XFERINFOFUNCTION, function);
}

/* For the addresses that are connected to: CURLOPT_OPENSOCKETFUNCTION. */
static inline CURLcode cc_set_socket_function(
    CURL *handle, curl_socket_t (*function)(void *, curlsocktype, struct curl_sockaddr *)) {
    return (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETFUNCTION, function);
}
