/// @file mote.h
/// All of mote: collision detection for meshes whose every vertex may move every frame.

#ifndef MOTE_H
#define MOTE_H

#include <mote/base.h>
#include <mote/deform.h>
#include <mote/dynamics.h>
#include <mote/features.h>
#include <mote/geometry.h>
#include <mote/manifold.h>
#include <mote/mesh.h>
#include <mote/method.h>
#include <mote/motion.h>
#include <mote/options.h>
#include <mote/origin.h>
#include <mote/recording.h>
#include <mote/view.h>
#include <mote/world.h>

#endif
