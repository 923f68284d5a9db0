/* log.h - what FFmpeg's decoders log, kept from the terminal and counted.
 *
 * Some damage is nothing but a line in the log: the decoder goes on, and returns no error. */

#ifndef CMEDIA_LOG_H
#define CMEDIA_LOG_H

/* Once, before any thread is started. */
void cm_log_catch(void);

/* What decoders have logged as an error since it was asked for last. */
int cm_log_take_complaints(void);

#endif
