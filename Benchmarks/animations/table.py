"""The tables in Markdown, and the criteria."""
import math

TITLES = ['bytes', 'mean', 'worst', 'PSNR', '½ vips', '½ time']


def print_all(results):
    print('| animation | box | ours: bytes | SSIM | worst | PSNR | s '
          '| gifsicle: bytes | SSIM | worst | PSNR | s | vips: bytes | s '
          '| bytes/gifsicle | bytes/vips | s/gifsicle | falls short in |')
    print('|---|---:|' + '---:|' * 15 + '---|')
    for animation, scores in results:
        print_row(animation, scores)
    for half in dict.fromkeys(animation.half for animation, _ in results):
        print_total(half, [scores for animation, scores in results if animation.half == half])
    print_remarks(results)


def print_row(animation, scores):
    ours, gifsicle, vips = (scores[name] for name in ('ours', 'gifsicle', 'vips'))
    print(f'| {animation.name} | {animation.box} | {full(ours)} | {full(gifsicle)} | {brief(vips)} '
          f'| {ratio(ours, gifsicle, "bytes")} | {ratio(ours, vips, "bytes")} '
          f'| {ratio(ours, gifsicle, "seconds")} | {shortfalls(ours, gifsicle, vips)} |')


def full(score):
    if isinstance(score, str):
        return 'failed | | | | '
    like = score.like
    psnr = 'exact' if math.isinf(like.psnr) else f'{like.psnr:.2f}'
    return (f'{score.bytes:,} | {like.mean:.4f} | {like.worst:.4f} | {psnr} '
            f'| {score.seconds:.2f}')


def brief(score):
    return 'failed | ' if isinstance(score, str) else f'{score.bytes:,} | {score.seconds:.2f}'


def ratio(ours, theirs, field):
    if isinstance(ours, str) or isinstance(theirs, str) or not getattr(theirs, field):
        return ''
    return f'{getattr(ours, field) / getattr(theirs, field):.2f}'


def criteria(ours, gifsicle, vips):
    """Whether each is met; None where it does not apply."""
    return [ours.bytes <= gifsicle.bytes,
            ours.like.mean >= gifsicle.like.mean,
            ours.like.worst >= gifsicle.like.worst,
            ours.like.psnr >= gifsicle.like.psnr,
            ours.bytes <= vips.bytes / 2,
            ours.seconds <= gifsicle.seconds / 2 if gifsicle.seconds > 1 else None]


def shortfalls(ours, gifsicle, vips):
    if any(isinstance(score, str) for score in (ours, gifsicle, vips)):
        return 'no result'
    missed = [title for title, met in zip(TITLES, criteria(ours, gifsicle, vips)) if met is False]
    return ', '.join(missed) or '-'


def print_total(half, rows):
    rows = [row for row in rows if not any(isinstance(score, str) for score in row.values())]
    if not rows:
        return
    met = [[criteria(row['ours'], row['gifsicle'], row['vips'])[k] for row in rows]
           for k in range(len(TITLES))]
    counts = ', '.join(f'{title} {marks.count(True)} of {len(marks) - marks.count(None)}'
                       for title, marks in zip(TITLES, met))
    whole = sum(all(mark is not False for mark in marks) for marks in zip(*met))
    print(f'\n{half} ({len(rows)}): bytes {sums(rows, "gifsicle", "bytes")} of '
          f'gifsicle\'s (typical {typical(rows, "gifsicle", "bytes")}), '
          f'{sums(rows, "vips", "bytes")} of vipsthumbnail\'s; time '
          f'{sums(rows, "gifsicle", "seconds")} and {sums(rows, "vips", "seconds")}. '
          f'Met: {counts}; all of them {whole} of {len(rows)}.')


def sums(rows, peer, field):
    return f'{total(rows, "ours", field) / max(total(rows, peer, field), 1e-9):.2f}'


def total(rows, name, field):
    return sum(getattr(row[name], field) for row in rows)


def typical(rows, peer, field):
    """The geometric mean, in which small files count as much as large ones."""
    logs = [math.log(getattr(row['ours'], field) / getattr(row[peer], field)) for row in rows]
    return f'{math.exp(sum(logs) / len(logs)):.2f}'


def print_remarks(results):
    """What is wrong with a result besides the criteria."""
    for animation, scores in results:
        for name, score in scores.items():
            if isinstance(score, str):
                print(f'\n{animation.name}, {name}: {score}')
            elif score.like.duration != score.like.source_duration:
                print(f'\n{animation.name}, {name}: lasts {score.like.duration} hundredths instead '
                      f'of {score.like.source_duration}')
            elif score.like.alpha > 0.01:
                print(f'\n{animation.name}, {name}: {score.like.alpha:.1%} of the pixels are clear '
                      f'where they should not be, or not where they should')
