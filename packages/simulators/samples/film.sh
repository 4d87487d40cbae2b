#!/bin/sh
# Makes film.mp4 beside this file: three seconds in which the sun of the sample photo rises, with ffmpeg's libvpx.
# VP9, because every Chromium, Firefox and Safari plays it; the same version of ffmpeg makes the same bytes.
set -e
x="(X/W)" y="(Y/H)" part="min(N/29\,1)"
near="gt($y\,0.8+0.07*sin($x*5+2))"
far="gt($y\,0.62+0.08*sin($x*7)+0.03*sin($x*17))"
sun="lt(hypot(($x-0.68)*1.5\,$y-(0.86-0.42*$part))\,0.14)"
colour() { echo "if($near\,$1\,if($far\,$2\,if($sun\,$3\,($4)*(0.45+0.55*$part))))"; }
red=$(colour 23 63 255 "126+115*$y")
green=$(colour 72 143 224 "190-6*$y")
blue=$(colour 92 153 138 "224-110*$y")
ffmpeg -y -v error -f lavfi -i "color=black:s=320x180:r=12:d=3,format=gbrp,geq=r='$red':g='$green':b='$blue'" \
  -c:v libvpx-vp9 -pix_fmt yuv420p -crf 40 -b:v 0 -g 36 -threads 1 \
  -movflags +faststart -fflags +bitexact -flags:v +bitexact "$(dirname "$0")/film.mp4"
