"""The half of python-child.mjs that looks: questions on stdin, answers on stdout. Python's standard library only.

A question is width and height as little-endian uint32 and that many bytes of grey; an answer is a line of JSON, as `detect`
gives it. stdout belongs to the answers: what is printed to stderr goes to Turnout's log.
"""

import json
import struct
import sys

LEAST_AREA = 12


def boxes_in(pixels, width, brightness):
    """A box around all that is bright."""
    bright = [at for at, value in enumerate(pixels) if value >= brightness]
    if len(bright) < LEAST_AREA:
        return []
    xs, ys = [at % width for at in bright], [at // width for at in bright]
    return [[min(xs), min(ys), max(xs) + 1, max(ys) + 1]]


def main():
    brightness = int(sys.argv[1])
    questions = sys.stdin.buffer
    print("{}", flush=True)
    while len(size := questions.read(8)) == 8:
        width, height = struct.unpack("<II", size)
        pixels = questions.read(width * height)
        people = [{"box": box, "score": 1, "label": 0} for box in boxes_in(pixels, width, brightness)]
        print(json.dumps({"detections": people}), flush=True)


main()
