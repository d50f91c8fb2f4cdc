"""The half of python-child.mjs that looks: questions on stdin, answers on stdout. Python's standard library only.

A question is width and height as little-endian uint32 and that many bytes of grey; an answer is a line of JSON, as `detect`
gives it. stdout belongs to the answers: what is printed to stderr goes to Turnout's log.
"""

import json
import struct
import sys

LEAST_AREA = 12


def groups(pixels, width, height, brightness):
    """Boxes around the groups of touching pixels that are bright."""
    left_to_see = {at for at, value in enumerate(pixels) if value >= brightness}
    while left_to_see:
        stack, group = [left_to_see.pop()], []
        while stack:
            at = stack.pop()
            group.append(at)
            x, y = at % width, at // width
            near = ((x > 0, at - 1), (x < width - 1, at + 1), (y > 0, at - width), (True, at + width))
            for is_inside, neighbour in near:
                if is_inside and neighbour in left_to_see:
                    left_to_see.remove(neighbour)
                    stack.append(neighbour)
        if len(group) >= LEAST_AREA:
            xs = [at % width for at in group]
            ys = [at // width for at in group]
            yield [min(xs), min(ys), max(xs) + 1, max(ys) + 1]


def main():
    brightness = int(sys.argv[1])
    questions = sys.stdin.buffer
    print("{}", flush=True)
    while len(size := questions.read(8)) == 8:
        width, height = struct.unpack("<II", size)
        pixels = questions.read(width * height)
        boxes = sorted(groups(pixels, width, height, brightness))
        people = [{"box": box, "score": 1, "label": 0} for box in boxes[:200]]
        print(json.dumps({"detections": people}), flush=True)


main()
