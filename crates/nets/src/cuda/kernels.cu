// What a GPU does besides products of matrices. Compiled at run time, so nothing is included.
//
// Numbers lie by channel, then by cell, then by position. Every sum has one order: the same input gives the same bits.

typedef unsigned long long wide;

// Positions as they are stored, one after the other, become the input of a network.
extern "C" __global__ void lay(const float* rows, float* planes, unsigned width, unsigned batch) {
    unsigned b = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned i = blockIdx.y;
    if (b < batch) {
        planes[(wide)i * batch + b] = rows[(wide)b * width + i];
    }
}

// The cells around some cells: a row for every channel and tap, a column for every one of these cells and every
// position.
extern "C" __global__ void window(const float* input, const unsigned* table, float* columns, unsigned cells,
                                  unsigned first, unsigned batch) {
    unsigned b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= batch) {
        return;
    }
    unsigned here = blockIdx.y, count = gridDim.y, channel = blockIdx.z;
    const float* from = input + (wide)channel * cells * batch + b;
    float* to = columns + ((wide)channel * 9 * count + here) * batch + b;
    const unsigned* around = table + (first + here) * 9;
#pragma unroll
    for (unsigned tap = 0; tap < 9; tap++) {
        unsigned cell = around[tap];
        to[(wide)tap * count * batch] = cell == 0xffffffffu ? 0.0f : from[(wide)cell * batch];
    }
}

// What follows a product: the bias, what is added, the relu.
extern "C" __global__ void finish(float* out, const float* bias, const float* add, unsigned columns, unsigned relu) {
    unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= columns) {
        return;
    }
    wide i = (wide)blockIdx.y * columns + j;
    float x = out[i] + bias[blockIdx.y];
    if (add) {
        x += add[i];
    }
    out[i] = relu ? fmaxf(x, 0.0f) : x;
}

// The way back through the relu, and the gradient of the bias: one block for each output, 1024 threads.
extern "C" __global__ void blame(float* gradient, const float* out, float* bias, unsigned columns, unsigned relu) {
    __shared__ double sums[1024];
    float* g = gradient + (wide)blockIdx.x * columns;
    const float* y = out + (wide)blockIdx.x * columns;
    double sum = 0.0;
    for (unsigned j = threadIdx.x; j < columns; j += 1024) {
        float x = g[j];
        if (relu && !(y[j] > 0.0f)) {
            x = 0.0f;
            g[j] = x;
        }
        sum += (double)x;
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned half = 512; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            sums[threadIdx.x] += sums[threadIdx.x + half];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        bias[blockIdx.x] = (float)sums[0];
    }
}

// The weights of a 3x3 convolution for the way back: inputs and outputs change places, and the taps turn round.
extern "C" __global__ void turn(const float* weights, float* turned, unsigned inputs, unsigned outputs) {
    unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned row = blockIdx.y;
    if (k < outputs * 9) {
        turned[(wide)row * outputs * 9 + k] = weights[((wide)(k / 9) * inputs + row) * 9 + (8 - k % 9)];
    }
}

extern "C" __global__ void accumulate(float* sum, const float* more, wide count) {
    wide i = (wide)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        sum[i] += more[i];
    }
}

// The losses of one position, and their gradient: one warp each. `policy_gradient` holds zeros. The legal steps of
// position `b` are those from `starts[b]` to `starts[b + 1]`; a position without any teaches the value alone.
// Losses of the policy come first.
extern "C" __global__ void judge(const float* policy, const float* value, const unsigned* starts, const unsigned* steps,
                                 const float* shares, const float* wanted, float* policy_gradient,
                                 float* value_gradient, double* losses, float weight, unsigned batch) {
    unsigned b = blockIdx.x;
    unsigned begin = starts[b] + threadIdx.x, end = starts[b + 1];
    float most = -3.402823466e38f;
    for (unsigned k = begin; k < end; k += 32) {
        most = fmaxf(most, policy[(wide)steps[k] * batch + b]);
    }
    for (unsigned mask = 16; mask > 0; mask /= 2) {
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, mask));
    }
    float sum = 0.0f;
    for (unsigned k = begin; k < end; k += 32) {
        sum += expf(policy[(wide)steps[k] * batch + b] - most);
    }
    for (unsigned mask = 16; mask > 0; mask /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, mask);
    }
    double loss = 0.0;
    for (unsigned k = begin; k < end; k += 32) {
        wide at = (wide)steps[k] * batch + b;
        float share = expf(policy[at] - most) / sum;
        if (shares[k] > 0.0f) {
            loss -= (double)shares[k] * (double)logf(fmaxf(share, 1e-30f));
        }
        policy_gradient[at] = weight * (share - shares[k]);
    }
    for (unsigned mask = 16; mask > 0; mask /= 2) {
        loss += __shfl_xor_sync(0xffffffffu, loss, mask);
    }
    if (threadIdx.x == 0) {
        float v = tanhf(value[b]);
        float off = v - wanted[b];
        losses[b] = loss;
        losses[batch + b] = (double)off * (double)off;
        value_gradient[b] = weight * 2.0f * off * (1.0f - v * v);
    }
}

// One step of Adam. `part` and `square_part` are how much of a new gradient enters the two means, `first` and
// `second` undo the bias of young means.
extern "C" __global__ void adam(float* weights, const float* gradient, float* mean, float* square, unsigned count,
                                float part, float square_part, float epsilon, float first, float second, float rate,
                                float decay) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    float g = gradient[i], m = mean[i], s = square[i], w = weights[i];
    m += part * (g - m);
    s += square_part * (g * g - s);
    float step = m * first / (sqrtf(s * second) + epsilon);
    mean[i] = m;
    square[i] = s;
    weights[i] = w - rate * (step + decay * w);
}
